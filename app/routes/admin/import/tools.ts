/** The tabs of the import screen, in the order in which the tools build on each other. */
export const TOOLS = ['odds', 'countries', 'leagues', 'seasons', 'teams', 'events'] as const
export type ImportTool = (typeof TOOLS)[number]

export function readTool(text: string | null): ImportTool {
  return TOOLS.find((tool) => tool === text) ?? 'odds'
}

/** The sources of runs that a tab shows. */
export function sourcesOf(tool: ImportTool): readonly string[] {
  return tool === 'odds' ? ['promo', 'the-odds-api'] : [`sportsdb-${tool}`]
}
