/// A point in time by calendar and clock (proleptic Gregorian).
package struct CivilTime {
  let year: Int
  /// From 1.
  let month: Int
  /// From 1.
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  /// From 0, Sunday.
  let weekday: Int

  /// - Parameter seconds: Seconds since 1970-01-01T00:00:00, in the zone shown.
  init(seconds: Int) {
    let (days, time) = seconds.floorDivided(by: 86_400)
    hour = time / 3_600
    minute = time / 60 % 60
    second = time % 60
    weekday = (days + 4).floorDivided(by: 7).remainder
    // Years are counted from March, so that a leap day is a year's last; eras are of 400 years.
    let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// From 0, the first of January.
  var dayOfYear: Int {
    CivilTime.days(year: year, month: month, day: day) - CivilTime.days(year: year, month: 1, day: 1)
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.floorDivided(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
