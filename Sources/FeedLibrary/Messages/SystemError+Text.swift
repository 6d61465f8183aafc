private import Glibc
public import Messages
public import System

extension SystemError {
    /// A short description of the system error.
    public func reason(_ language: Language) -> String {
        let text: LocalizedText? =
            switch number {
            case ENOENT: LocalizedText("no such file or folder", "没有这个文件或文件夹")
            case EACCES, EPERM: LocalizedText("permission denied", "没有权限")
            case EISDIR: LocalizedText("it is a folder", "这是一个文件夹")
            case ENOTDIR: LocalizedText("a part of the path is not a folder", "路径中有一段不是文件夹")
            case ENOSPC: LocalizedText("the disk is full", "磁盘已满")
            case EROFS: LocalizedText("the file system is read-only", "文件系统只读")
            case EFBIG: LocalizedText("the file is too large", "文件太大")
            case ELOOP: LocalizedText("too many symbolic links", "符号链接层数太多")
            case ENAMETOOLONG: LocalizedText("the name is too long", "名字太长")
            case EMFILE, ENFILE: LocalizedText("too many open files", "打开的文件太多")
            case ETIMEDOUT: LocalizedText("it is a pipe and nothing was received", "这是管道，一直没有内容")
            case ENXIO: LocalizedText("it is a socket or a device, not a file", "这是套接字或设备，不是文件")
            case EEXIST: LocalizedText("it already exists", "已经存在")
            default: nil
            }
        return text?.text(language) ?? words
    }
}
