/* A program that plays any game by the protocol (docs/protocol.md), in C: it takes the first move of the list.
 *
 *   cc -O2 -o bot examples/engine.c
 *   mulligan match nim ext:./bot random --pairs 10
 *
 * It needs no JSON library: messages begin with their type, the id of a view comes next, and move 0 is always legal.
 */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static int is(const char *line, const char *type) {
    const char start[] = "{\"type\":\"";
    size_t n = sizeof start - 1, m = strlen(type);
    return strncmp(line, start, n) == 0 && strncmp(line + n, type, m) == 0 && line[n + m] == '"';
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (is(line, "hello")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"first move in C\",\"version\":\"1\",\"options\":{}}");
        } else if (is(line, "game")) {
            puts("{\"type\":\"ready\"}");
        } else if (is(line, "view")) {
            const char *id = strstr(line, "\"id\":");
            printf("{\"type\":\"bestmove\",\"id\":%ld,\"move\":0}\n", id ? strtol(id + 5, NULL, 10) : 0);
        } else if (is(line, "quit")) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
