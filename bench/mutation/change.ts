/** A replacement text for a part of the source; by default the part is the node itself. */
export interface Change {
  at?: { start: number; end: number }
  text: string
}
