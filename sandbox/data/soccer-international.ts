import type { SandboxLeague, SandboxTeam } from '../league.ts'
import { soccerAmericas } from './soccer-americas.ts'
import { soccerAsiaAfrica } from './soccer-asia-africa.ts'

import { soccerEast } from './soccer-east.ts'
import { soccerWest } from './soccer-west.ts'

const europe = [...soccerWest, ...soccerEast]

/** Clubs by the names that they have in the leagues of their countries. */
function clubs(leagues: readonly SandboxLeague[], list: string): SandboxTeam[] {
  const known = new Map(
    leagues.flatMap(({ teams }) =>
      teams.map((team) => [typeof team === 'string' ? team : team.name, team] as const),
    ),
  )
  return list.split(',').map((item) => {
    const team = known.get(item.trim())
    if (!team) throw new Error(`${item.trim()} plays in no league`)
    return team
  })
}

export const soccerInternational: SandboxLeague[] = [
  {
    sport: 'Soccer',
    country: 'International',
    league: 'UEFA Champions League',
    oddsApiKey: 'soccer_uefa_champs_league',
    oddsApiTitle: 'UEFA Champions League',
    zone: 'Europe/Paris',
    teams: clubs(
      europe,
      `Paris Saint Germain, Real Madrid, Bayern Munich, Manchester City, Liverpool, Inter Milan, Barcelona, Arsenal,
      Chelsea, Atlético Madrid, Borussia Dortmund, Napoli, Juventus, Bayer Leverkusen, Benfica, Sporting Lisbon,
      PSV Eindhoven, Club Brugge, Ajax, FC Copenhagen`,
    ),
  },
  {
    sport: 'Soccer',
    country: 'International',
    league: 'UEFA Europa League',
    oddsApiKey: 'soccer_uefa_europa_league',
    oddsApiTitle: 'UEFA Europa League',
    zone: 'Europe/Paris',
    teams: clubs(
      europe,
      `Aston Villa, AS Roma, FC Porto, Real Betis, Lyon, Lille, VfB Stuttgart, Nottingham Forest, Feyenoord, Braga,
      Celtic, Rangers, Genk, FC Basel, FC Midtjylland, Red Bull Salzburg, Malmö FF, Sturm Graz, SK Brann, FC Utrecht`,
    ),
  },
  {
    sport: 'Soccer',
    country: 'International',
    league: 'UEFA Europa Conference League',
    oddsApiKey: 'soccer_uefa_europa_conference_league',
    oddsApiTitle: 'UEFA Europa Conference League',
    zone: 'Europe/Paris',
    teams: clubs(
      europe,
      `Crystal Palace, Strasbourg, AZ Alkmaar, Rapid Wien, BK Häcken, Aberdeen, Shamrock Rovers, Breiðablik,
      KuPS Kuopio, Shelbourne, The New Saints, Odense BK, Rosenborg, HJK Helsinki, FC Lugano, FC Twente Enschede`,
    ),
  },
  {
    sport: 'Soccer',
    country: 'International',
    league: 'Copa Libertadores',
    oddsApiKey: 'soccer_conmebol_copa_libertadores',
    oddsApiTitle: 'Copa Libertadores',
    zone: 'America/Argentina/Buenos_Aires',
    teams: clubs(
      soccerAmericas,
      `Flamengo, Palmeiras, River Plate, Boca Juniors, Fluminense, Racing Club, LDU Quito, Peñarol, Estudiantes,
      Cruzeiro, Independiente del Valle, Colo Colo, Cerro Porteño, Alianza Lima, Bolívar, Deportes Tolima`,
    ),
  },
  {
    sport: 'Soccer',
    country: 'International',
    league: 'Copa Sudamericana',
    oddsApiKey: 'soccer_conmebol_copa_sudamericana',
    oddsApiTitle: 'Copa Sudamericana',
    zone: 'America/Argentina/Buenos_Aires',
    teams: clubs(
      soccerAmericas,
      `Bahia, Mirassol, Rosario Central, Argentinos Juniors, Universidad de Chile, Palestino, Millonarios,
      América de Cali, Nacional Potosí, Carabobo, Deportivo Táchira, Cienciano, FBC Melgar, Defensor Sporting`,
    ),
  },
  {
    sport: 'Soccer',
    country: 'International',
    league: 'AFC Champions League',
    oddsApiKey: 'soccer_afc_champions_league',
    oddsApiTitle: 'AFC Champions League',
    zone: 'Asia/Riyadh',
    teams: clubs(
      soccerAsiaAfrica,
      `Al Hilal, Al Nassr, Al Ahli, Al Ittihad, Kashima Antlers, Vissel Kobe, Jeonbuk Hyundai Motors, Al Sadd,
      Pohang Steelers, Shanghai SIPG FC, Al Ain, Persepolis, Pakhtakor, Buriram United, Johor Darul Takzim,
      Melbourne City, Al Duhail, Esteghlal`,
    ),
  },
  {
    sport: 'Soccer',
    country: 'International',
    league: 'CAF Champions League',
    oddsApiKey: 'soccer_caf_champions_league',
    oddsApiTitle: 'CAF Champions League',
    zone: 'Africa/Lagos',
    teams: clubs(
      soccerAsiaAfrica,
      `Mamelodi Sundowns, RS Berkane, Espérance Tunis, Orlando Pirates, AS FAR Rabat, MC Alger, Young Africans,
      Simba, JS Kabylie, Stade Tunisien, Rivers United, Gor Mahia, Medeama, Remo Stars`,
    ),
  },
]
