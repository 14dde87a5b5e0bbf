const FIRST_YEAR = 1970
const LAST_YEAR = 2200

/** Whether a kick-off is within the range of the API. The database cannot represent times far beyond it. */
export function isServedTime(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}
