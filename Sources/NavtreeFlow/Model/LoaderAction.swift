/// One of navtree's own actions of a list or a detail that loads.
package enum LoaderAction: String, Sendable, CaseIterable {
  case listLoad = "list.load"
  case listMore = "list.more"
  case listRefresh = "list.refresh"
  case listRetry = "list.retry"
  case listInsert = "list.insert"
  case listUpdate = "list.update"
  case listRemove = "list.remove"
  case listMove = "list.move"
  case detailLoad = "detail.load"
  case detailRetry = "detail.retry"

  package static let ofList: [LoaderAction] = [
    .listLoad, .listMore, .listRefresh, .listRetry, .listInsert, .listUpdate, .listRemove, .listMove,
  ]
  package static let ofDetail: [LoaderAction] = [.detailLoad, .detailRetry]
}
