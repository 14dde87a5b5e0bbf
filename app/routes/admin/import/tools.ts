/** The tabs of the import screen, in the order in which the tools build on each other. */
export const TOOLS = ['odds', 'countries', 'leagues', 'seasons', 'teams', 'events'] as const
export type ImportTool = (typeof TOOLS)[number]

export function readTool(text: string | null): ImportTool {
  return TOOLS.find((tool) => tool === text) ?? 'odds'
}

/** The source of the runs of a tool of TheSportsDB. */
export function toolKey(tool: Exclude<ImportTool, 'odds'>): string {
  return `sportsdb-${tool}`
}
