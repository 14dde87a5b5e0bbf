/** An outright of a league: who wins it. */
export interface OutrightSummary {
  id: string
  name: string
  slug: string
  /** Its prices count until then. */
  startTime: string
  status: string
  participants: number
}
