/** Another text in place of a part of the source; the part is the node itself where nothing else is said. */
export interface Change {
  at?: { start: number; end: number }
  text: string
}
