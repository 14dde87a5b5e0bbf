import { createContext, useContext } from 'react'
import { lookOf } from '../../theme/rules.ts'
import { EXPERIMENT_MARK } from '../mark.ts'
import { BOOKMAKER_VARIABLE, type RunningExperiment } from '../schema.ts'

/** The running experiment of a page; null if it takes no part. */
export const ExperimentContext = createContext<RunningExperiment | null>(null)

/** Ids of the bookmakers that comparisons list first, for everybody. */
export const FirstBookmakersContext = createContext<readonly string[]>([])

/** The adopted text of buttons that lead to bookmakers; null: their own. */
export const WayTextContext = createContext<string | null>(null)

/** The text of a button that leads to a bookmaker: the adopted one, unless it names a bookmaker that the button has not. */
export function useWayText(own: string, bookmaker: string | null): string {
  const adopted = useContext(WayTextContext)
  if (adopted === null || (bookmaker === null && adopted.includes(BOOKMAKER_VARIABLE))) return own
  return adopted.replaceAll(BOOKMAKER_VARIABLE, bookmaker ?? '')
}

/** The attributes of what variant B changes. The page has variant A; islands/experiment.ts shows the visitor's. */
interface Changed {
  /** Of the part whose links are counted. */
  part: Record<string, string>
  /** Of the element with a button's text. @param bookmaker null if the button belongs to none */
  text: (bookmaker: string | null) => Record<string, string>
}

const UNCHANGED: Changed = { part: {}, text: () => ({}) }

/**
 * What a button experiment changes.
 * @param bookmaker of the part; undefined for a comparison, whose buttons have texts on wide screens only. A button without a bookmaker takes
 * no part if the text names one
 */
export function useButtonExperiment(bookmaker: string | null | undefined): Changed {
  const experiment = useContext(ExperimentContext)
  if (experiment?.kind !== 'button') return UNCHANGED
  const { text, colour } = experiment
  if (bookmaker === null && text?.includes(BOOKMAKER_VARIABLE)) return UNCHANGED
  return {
    part: {
      [EXPERIMENT_MARK]: markOf(experiment),
      ...(bookmaker === undefined && { 'data-wide': '1' }),
      ...(colour && { 'data-look': lookOf(colour) }),
    },
    text: (name): Record<string, string> =>
      text === null ? {} : { 'data-b': text.replaceAll(BOOKMAKER_VARIABLE, name ?? '') },
  }
}

/** Which rows of a comparison variant B lists first: their places, from 1. Null if the page shows none of their bookmakers. */
export function useOrderExperiment(
  bookmakers: readonly string[],
): { part: Record<string, string>; placeOf: (bookmaker: string) => number | undefined } | null {
  const experiment = useContext(ExperimentContext)
  if (experiment?.kind !== 'order') return null
  const first = experiment.first.filter((id) => bookmakers.includes(id))
  if (first.length === 0) return null
  return {
    part: { [EXPERIMENT_MARK]: markOf(experiment) },
    placeOf: (bookmaker) => {
      const place = first.indexOf(bookmaker)
      return place < 0 ? undefined : place + 1
    },
  }
}

const markOf = ({ number, share }: RunningExperiment) => `${number.toString(36)}.${share}`
