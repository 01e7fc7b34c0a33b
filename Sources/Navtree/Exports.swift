// The values of states, params, payloads and effects: JSONValue, JSONObject, JSONPointer and JSONPatch.
@_exported public import NavtreeJSON
