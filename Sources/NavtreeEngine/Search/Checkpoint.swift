/// The whole state of a session at a moment, to which it can go back any number of times.
///
/// Data is shared with the session until the session changes it.
package struct Checkpoint {
  let world: World
  let now: Int
  let sightings: Sightings
}
