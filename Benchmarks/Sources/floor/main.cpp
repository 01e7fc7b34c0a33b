// A lower bound for any server: it parses each line, finds the method and the id, and gives a dispatch's
// answer without dispatching.

#include <simdjson.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

static bool answer(simdjson::dom::parser &parser, const char *line, size_t size, long count, std::string &output) {
  simdjson::dom::object request;
  if (parser.parse(line, size, false).get(request)) return false;
  int64_t id = 0;
  std::string_view method;
  for (auto member : request) {
    if (member.key == "id") {
      if (member.value.get(id)) return false;
    } else if (member.key == "method") {
      if (member.value.get(method)) return false;
    }
  }
  if (method.empty()) return false;
  output += R"({"jsonrpc":"2.0","id":)";
  output += std::to_string(id);
  output += R"(,"result":{"seq":)";
  output += std::to_string(count);
  output +=
    R"(,"handledBy":"/main/detail/list/detail/list/detail","active":"/main/detail/list/detail/list/detail"}})";
  output += '\n';
  return true;
}

static bool write_all(std::string &output) {
  size_t written = 0;
  while (written < output.size()) {
    ssize_t count = write(STDOUT_FILENO, output.data() + written, output.size() - written);
    if (count <= 0) return false;
    written += size_t(count);
  }
  output.clear();
  return true;
}

int main() {
  constexpr size_t chunk = 128 << 10;
  std::vector<char> buffer(2 * chunk + simdjson::SIMDJSON_PADDING);
  simdjson::dom::parser parser;
  std::string output;
  output.reserve(1 << 20);
  size_t kept = 0;
  long count = 0;
  while (true) {
    ssize_t added = read(STDIN_FILENO, buffer.data() + kept, chunk);
    if (added <= 0) return added == 0 ? 0 : 1;
    const char *line = buffer.data();
    const char *end = line + kept + added;
    while (const char *newline = static_cast<const char *>(memchr(line, '\n', size_t(end - line)))) {
      if (!answer(parser, line, size_t(newline - line), ++count, output)) return 1;
      line = newline + 1;
    }
    kept = size_t(end - line);
    if (kept > chunk) return 1;
    memmove(buffer.data(), line, kept);
    if (!write_all(output)) return 1;
  }
}
