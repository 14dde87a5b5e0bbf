/** Ends a run that was stopped. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}
