#ifndef NAVTREE_CZLIB_SHIM_H
#define NAVTREE_CZLIB_SHIM_H

#include <zlib.h>

/* Begins a stream with the header and the end of gzip; a macro of the library does it, which Swift can't call. */
static inline int navtree_gzip_begin(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
