import java.io.*;
import java.util.*;
import java.util.stream.*;
import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A host of the social flow: it fetches people when a list asks for them, and shows what a user would see.
 *
 *     java Specs/hosts/Social.java
 *
 * navtree must be in the PATH. Nothing but a JDK of version 17 or later is needed.
 */
class Social {
    static final String FLOW = "Specs/social.navtree.yaml";
    static final List<String> NAMES = List.of("Ada", "Grace", "Alan", "Edsger", "Barbara");
    static final Map<Long, List<Long>> FOLLOWERS = Map.of(1L, List.of(3L, 4L, 5L), 3L, List.of(2L));
    static final int PAGE = 2;

    /** A page of people; the cursor is the number of those that came before. */
    static Object fetchUsers(Map<?, ?> input) {
        var ids = input.get("source").equals("all") ? LongStream.rangeClosed(1, NAMES.size()).boxed().toList()
            : FOLLOWERS.getOrDefault((Long) input.get("of"), List.of());
        int start = input.get("cursor") == null ? 0 : Integer.parseInt((String) input.get("cursor"));
        int end = Math.min(start + PAGE, ids.size());
        var output = new HashMap<String, Object>();
        output.put("items", ids.subList(start, end).stream()
            .map(id -> Map.of("id", id, "name", NAMES.get(id.intValue() - 1))).toList());
        output.put("cursor", end < ids.size() ? "" + end : null);
        return output;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (var app = new Client("Java", FLOW)) {
            app.handlers.put("fetchUsers", Social::fetchUsers);
            app.settle();
            show(app, "Everyone");
            app.dispatch("list.more", Map.of());
            show(app, "and more");
            app.dispatch("select", Map.of("index", 0));
            app.dispatch("showFollowers", Map.of());
            app.dispatch("list.more", Map.of());
            show(app, "Ada's followers");
            app.dispatch("select", Map.of("index", 0));
            app.dispatch("showFollowers", Map.of());
            show(app, "Alan's followers");
            System.out.print(app.call("state.outline", Map.of()));
        }
    }

    static void show(Client app, String title) throws IOException {
        var people = (List<?>) app.call("state.get", Map.of("pointer", "/state/items"));
        System.out.println(title + ": " + people.stream()
            .map(person -> (String) ((Map<?, ?>) person).get("name")).collect(Collectors.joining(", ")));
    }
}

/** A navtree process, with one request under way at a time. */
class Client implements AutoCloseable {
    interface Handler { Object output(Map<?, ?> input) throws Exception; }

    static class Refused extends IOException {
        final Map<?, ?> data;
        Refused(Map<?, ?> error) {
            super((String) ((Map<?, ?>) error.get("data")).get("message"));
            data = (Map<?, ?>) error.get("data");
        }
    }

    final Map<String, Handler> handlers = new HashMap<>();
    private final Map<Object, Map<?, ?>> owed = new LinkedHashMap<>();
    private final Process process;
    private final BufferedReader lines;
    private final Writer output;
    private long lastId;

    /** Standard error goes to that of this program: no pipe can fill up. */
    Client(String name, String... flows) throws IOException {
        var command = new ArrayList<>(List.of("navtree", "serve"));
        command.addAll(List.of(flows));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        output = new OutputStreamWriter(process.getOutputStream(), UTF_8);
        call("initialize", Map.of("client", name, "protocol", 1, "settled", true));
    }

    /** Makes a request, and reads on until all that it causes has come. */
    Object call(String method, Map<String, ?> params) throws IOException {
        long id = ++lastId;
        var request = Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params);
        output.write(JSON.text(request) + "\n");
        output.flush();
        Map<?, ?> answer = null;
        while (true) {
            String line = lines.readLine();
            if (line == null) throw new EOFException("navtree has ended");
            var message = (Map<?, ?>) new JSON(line).value();
            if (!message.containsKey("method")) {
                answer = message;
                // A line that isn't a request, and a greeting that is refused, have no `settled`.
                if (message.get("id") == null) break;
                if (method.equals("initialize") && message.containsKey("error")) break;
                continue;
            }
            var heard = (Map<?, ?>) message.get("params");
            switch ((String) message.get("method")) {
                case "effect.requested" -> owed.put(heard.get("effect"), heard);
                case "effect.cancelled" -> owed.remove(heard.get("effect"));
                default -> { }
            }
            if (message.get("method").equals("settled") && Objects.equals(heard.get("id"), id)) break;
        }
        if (answer.get("error") instanceof Map<?, ?> error) throw new Refused(error);
        return answer.get("result");
    }

    Object dispatch(String type, Map<String, ?> payload) throws IOException {
        var action = new HashMap<String, Object>(payload);
        action.put("type", type);
        var receipt = call("dispatch", Map.of("action", action));
        settle();
        return receipt;
    }

    /** Does what navtree asks for, until it asks for nothing more. */
    void settle() throws IOException {
        while (!owed.isEmpty()) {
            var effect = owed.remove(owed.keySet().iterator().next());
            var number = effect.get("effect");
            try {
                var output = handlers.get(effect.get("name")).output((Map<?, ?>) effect.get("input"));
                answer("effect.done", Map.of("effect", number, "output", output));
            } catch (Refused refused) {
                var reason = Map.of("kind", refused.data.get("kind"));
                answer("effect.fail", Map.of("effect", number, "error", reason));
            } catch (IOException lost) {
                throw lost;
            } catch (Exception problem) {
                var reason = Map.of("kind", problem.getClass().getSimpleName());
                answer("effect.fail", Map.of("effect", number, "error", reason));
            }
        }
    }

    /** An answer that comes too late is no error. */
    private void answer(String method, Map<String, ?> params) throws IOException {
        try {
            call(method, params);
        } catch (Refused refused) {
            var late = List.of("gone", "notInFlight", "unknownEffect", "unknownSession");
            if (!late.contains(refused.data.get("kind"))) throw refused;
        }
    }

    /** Closes its input, with which the process ends. */
    public void close() throws IOException, InterruptedException {
        output.close();
        while (lines.readLine() != null) { }
        if (!process.waitFor(5, java.util.concurrent.TimeUnit.SECONDS)) process.destroyForcibly();
    }
}

/** JSON as maps, lists, strings, longs, doubles, booleans and null. */
class JSON {
    private final String text;
    private int at;

    JSON(String text) { this.text = text; }

    Object value() {
        switch (text.charAt(at)) {
            case '{': {
                var members = new LinkedHashMap<String, Object>();
                for (at++; text.charAt(at) != '}'; at += text.charAt(at) == ',' ? 1 : 0) {
                    String name = string();
                    at++;
                    members.put(name, value());
                }
                at++;
                return members;
            }
            case '[': {
                var items = new ArrayList<>();
                for (at++; text.charAt(at) != ']'; at += text.charAt(at) == ',' ? 1 : 0) items.add(value());
                at++;
                return items;
            }
            case '"': return string();
        }
        int start = at;
        while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> null;
            case "true", "false" -> Boolean.valueOf(word);
            default -> {
                try {
                    yield Long.valueOf(word);
                } catch (NumberFormatException fraction) {
                    yield Double.valueOf(word);
                }
            }
        };
    }

    private String string() {
        var result = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) != '\\') { result.append(text.charAt(at)); continue; }
            char escape = text.charAt(++at);
            if (escape == 'u') {
                result.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                int index = "bfnrt".indexOf(escape);
                result.append(index < 0 ? escape : "\b\f\n\r\t".charAt(index));
            }
        }
        at++;
        return result.toString();
    }

    static String text(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream().map(each -> text(each.getKey()) + ":" + text(each.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> items) {
            return items.stream().map(JSON::text).collect(Collectors.joining(",", "[", "]"));
        }
        if (!(value instanceof String string)) return String.valueOf(value);
        var result = new StringBuilder("\"");
        for (char each : string.toCharArray()) {
            boolean isPlain = each >= ' ' && each != '"' && each != '\\';
            result.append(isPlain ? String.valueOf(each) : String.format("\\u%04x", (int) each));
        }
        return result.append('"').toString();
    }
}
