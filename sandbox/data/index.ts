import type { SandboxLeague } from '../league.ts'
import { americanFootballAndBaseball } from './american-football-baseball.ts'
import { basketball } from './basketball.ts'
import { handball } from './handball.ts'
import { iceHockey } from './ice-hockey.ts'
import { rugbyUnion } from './rugby-union.ts'
import { soccerAmericas } from './soccer-americas.ts'
import { soccerAsiaAfrica } from './soccer-asia-africa.ts'
import { soccerEast } from './soccer-east.ts'
import { soccerInternational } from './soccer-international.ts'
import { soccerWest } from './soccer-west.ts'
import { tennis } from './tennis.ts'
import { volleyball } from './volleyball.ts'

/** Every league of the sandbox. The order affects the generated data: leagues take turns at having a sure bet. */
export const leagues: readonly SandboxLeague[] = [
  ...soccerInternational,
  ...soccerWest,
  ...soccerEast,
  ...soccerAmericas,
  ...soccerAsiaAfrica,
  ...tennis,
  ...basketball,
  ...iceHockey,
  ...americanFootballAndBaseball,
  ...handball,
  ...volleyball,
  ...rugbyUnion,
]
