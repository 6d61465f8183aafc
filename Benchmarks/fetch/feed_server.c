/* feed_server FOLDER [PORT]: serves the files of FOLDER on all of 127/8, for benchmarks of `fetch`.
 *
 * One thread, epoll, keep-alive; every file is held in memory, with an ETag of its content. /f/NAME is the file NAME.
 * Paths that are no files:
 *   /slow/…    answers after 15 seconds        /never/…   takes the request and never answers
 *   /broken/…  closes in the middle            /error/…   status 500
 *   /garbage/… bytes that are no feed          /quit      ends the server
 * Prints its port and goes on until /quit or until standard input is closed.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct file { char *name, *body; size_t size; char etag[24]; struct file *next; };
struct connection {
    int fd, closes;
    char in[8192];
    size_t filled;
    char head[512];
    size_t head_size, head_sent;
    const char *body;
    size_t body_size, body_sent;
    time_t due;
    struct connection *later;
};

enum { buckets = 1 << 17 };
static struct file *files[buckets];
static struct connection *waiting;
static int epoll;
static long answered, unchanged;

static uint64_t hash(const char *bytes, size_t size) {
    uint64_t h = 1469598103934665603u;
    for (size_t i = 0; i < size; i++) h = (h ^ (unsigned char)bytes[i]) * 1099511628211u;
    return h;
}

static void load(const char *folder) {
    DIR *dir = opendir(folder);
    struct dirent *entry;
    if (!dir) { perror(folder); exit(2); }
    while ((entry = readdir(dir))) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &status) || !S_ISREG(status.st_mode)) continue;
        struct file *file = calloc(1, sizeof *file);
        FILE *in = fopen(path, "rb");
        if (!in) continue;
        file->name = strdup(entry->d_name);
        file->body = malloc((size_t)status.st_size + 1);
        file->size = fread(file->body, 1, (size_t)status.st_size, in);
        fclose(in);
        snprintf(file->etag, sizeof file->etag, "\"%016llx\"", (unsigned long long)hash(file->body, file->size));
        uint64_t slot = hash(file->name, strlen(file->name)) % buckets;
        file->next = files[slot];
        files[slot] = file;
    }
    closedir(dir);
}

static struct file *find(const char *name, size_t size) {
    for (struct file *file = files[hash(name, size) % buckets]; file; file = file->next)
        if (strlen(file->name) == size && !memcmp(file->name, name, size)) return file;
    return NULL;
}

static void end(struct connection *c) {
    close(c->fd);
    c->fd = -1;
    if (!c->due) free(c);
}

static void status(struct connection *c, const char *line) {
    c->head_size = (size_t)snprintf(c->head, sizeof c->head, "HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n", line);
}

/* False where nothing is to be sent now. */
static int answer(struct connection *c, char *request) {
    c->head_sent = c->body_sent = c->body_size = 0;
    char *path = strchr(request, ' ');
    if (!path) { status(c, "400 Bad Request"); return 1; }
    path++;
    size_t size = strcspn(path, " ");
    answered++;
    if (!strncmp(path, "/quit", 5)) exit(0);
    if (!strncmp(path, "/never/", 7)) return 0;
    if (!strncmp(path, "/slow/", 6)) {
        c->due = time(NULL) + 15;
        c->later = waiting;
        waiting = c;
        return 0;
    }
    if (!strncmp(path, "/error/", 7)) { status(c, "500 Internal Server Error"); return 1; }
    if (!strncmp(path, "/garbage/", 9)) {
        static const char garbage[] = "\x01\x02 this is no feed \xff\xfe";
        c->head_size = (size_t)snprintf(c->head, sizeof c->head, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", sizeof garbage);
        c->body = garbage;
        c->body_size = sizeof garbage;
        return 1;
    }
    if (!strncmp(path, "/broken/", 8)) {
        c->head_size = (size_t)snprintf(c->head, sizeof c->head, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n<rss><channel>");
        c->closes = 1;
        return 1;
    }
    struct file *file = size > 3 && !strncmp(path, "/f/", 3) ? find(path + 3, size - 3) : NULL;
    if (!file) { status(c, "404 Not Found"); return 1; }
    char *known = strcasestr(request, "\r\nif-none-match:");
    if (known && strstr(known, file->etag)) {
        unchanged++;
        c->head_size = (size_t)snprintf(c->head, sizeof c->head, "HTTP/1.1 304 Not Modified\r\nETag: %s\r\n\r\n", file->etag);
        return 1;
    }
    c->head_size = (size_t)snprintf(c->head, sizeof c->head,
        "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml; charset=utf-8\r\nETag: %s\r\nContent-Length: %zu\r\n\r\n",
        file->etag, file->size);
    c->body = file->body;
    c->body_size = file->size;
    return 1;
}

/* False where the connection has ended. */
static int send_more(struct connection *c) {
    while (c->head_sent < c->head_size || c->body_sent < c->body_size) {
        ssize_t sent;
        if (c->head_sent < c->head_size)
            sent = send(c->fd, c->head + c->head_sent, c->head_size - c->head_sent,
                        MSG_NOSIGNAL | (c->body_size ? MSG_MORE : 0));
        else
            sent = send(c->fd, c->body + c->body_sent, c->body_size - c->body_sent, MSG_NOSIGNAL);
        if (sent < 0) {
            if (errno == EAGAIN) return 1;
            end(c);
            return 0;
        }
        if (c->head_sent < c->head_size) c->head_sent += (size_t)sent; else c->body_sent += (size_t)sent;
    }
    c->head_size = c->head_sent = 0;
    if (c->closes) { end(c); return 0; }
    return 1;
}

static void read_more(struct connection *c) {
    for (;;) {
        ssize_t got = recv(c->fd, c->in + c->filled, sizeof c->in - 1 - c->filled, 0);
        if (got == 0 || (got < 0 && errno != EAGAIN)) { end(c); return; }
        if (got < 0) return;
        c->filled += (size_t)got;
        c->in[c->filled] = 0;
        char *stop;
        while ((stop = strstr(c->in, "\r\n\r\n"))) {
            stop[2] = 0;
            int isReady = answer(c, c->in);
            size_t used = (size_t)(stop + 4 - c->in);
            memmove(c->in, c->in + used, c->filled - used + 1);
            c->filled -= used;
            if (isReady && !send_more(c)) return;
        }
        if (c->filled >= sizeof c->in - 1) { end(c); return; }
    }
}

static void answer_slow(void) {
    struct connection **link = &waiting;
    time_t now = time(NULL);
    while (*link) {
        struct connection *c = *link;
        if (c->due > now && c->fd >= 0) { link = &c->later; continue; }
        *link = c->later;
        c->due = 0;
        if (c->fd < 0) { free(c); continue; }
        status(c, "503 Service Unavailable");
        send_more(c);
    }
}

int main(int count, char **words) {
    if (count < 2) { fprintf(stderr, "usage: feed_server FOLDER [PORT]\n"); return 2; }
    signal(SIGPIPE, SIG_IGN);
    load(words[1]);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), yes = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(count > 2 ? atoi(words[2]) : 0)),
                                  .sin_addr.s_addr = htonl(INADDR_ANY)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) { perror("bind"); return 2; }
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    epoll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, input = {.events = EPOLLIN, .data.ptr = &waiting};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &input);
    for (;;) {
        struct epoll_event events[256];
        int ready = epoll_wait(epoll, events, 256, waiting ? 200 : -1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.ptr == &waiting) {
                char byte;
                if (read(0, &byte, 1) <= 0) return 0;
            } else if (!events[i].data.ptr) {
                int fd;
                while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    struct connection *c = calloc(1, sizeof *c);
                    c->fd = fd;
                    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
                    event = (struct epoll_event){.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
                    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
                }
            } else {
                struct connection *c = events[i].data.ptr;
                if ((events[i].events & EPOLLOUT) && !send_more(c)) continue;
                if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) read_more(c);
            }
        }
        answer_slow();
    }
}
