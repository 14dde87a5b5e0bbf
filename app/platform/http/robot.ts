/** CUBOT makes telephones. */
const ROBOT =
  /(?<!\bcu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|headless|monitor|python|curl|wget|^node$|undici|axios|okhttp|java\/|go-http|php|ruby|perl/i

/** Whether a user agent is that of a robot. */
export function isRobot(userAgent: string): boolean {
  return ROBOT.test(userAgent)
}
