/// All methods, in the order in which `initialize` lists them.
package enum MethodTable {
  package static let groups = [
    MethodGroup(title: "The process", methods: processMethods + [OpenRPCDocument.method]),
    MethodGroup(title: "Flows", methods: flowMethods),
    MethodGroup(title: "Sessions", methods: sessionMethods),
    MethodGroup(title: "Actions", methods: actionMethods),
    MethodGroup(title: "Built-in navigation", methods: navigationMethods),
    MethodGroup(title: "Windows", methods: windowMethods),
    MethodGroup(title: "Effects", methods: effectMethods + fieldMethods),
    MethodGroup(title: "Links", methods: linkMethods),
    MethodGroup(title: "State", methods: stateMethods),
    MethodGroup(title: "Subscriptions", methods: subscriptionMethods),
    MethodGroup(title: "Snapshots", methods: snapshotMethods),
    MethodGroup(title: "Time", methods: clockMethods),
    MethodGroup(title: "History", methods: historyMethods),
    MethodGroup(title: "Recordings", methods: recordingMethods),
    MethodGroup(title: "Plans", methods: planMethods),
    MethodGroup(title: "Tests", methods: testMethods),
  ]

  package static let methods = groups.flatMap(\.methods)
}
