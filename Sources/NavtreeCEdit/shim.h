#ifndef NAVTREE_CEDIT_SHIM_H
#define NAVTREE_CEDIT_SHIM_H

#include <stdio.h>
#include <editline/readline.h>

/* The library's globals, which Swift can't reach as safe state. */

typedef char **(*navtree_completer)(const char *text, int start, int end);

static inline void navtree_edit_begin(navtree_completer completer, char *breaks) {
  rl_attempted_completion_function = completer;
  rl_basic_word_break_characters = breaks;
  rl_completer_word_break_characters = breaks;
}

/* No more completions than those given, and no space after them. */
static inline void navtree_edit_finish_completion(int appended) {
  rl_attempted_completion_over = 1;
  rl_completion_append_character = appended;
}

static inline const char *navtree_edit_line(void) { return rl_line_buffer; }

#endif
