import { type SandboxLeague, teams } from '../league.ts'

export const rugbyUnion: SandboxLeague[] = [
  {
    sport: 'Rugby Union',
    country: 'France',
    league: 'Top 14',
    oddsApiKey: 'rugbyunion_france_top_14',
    oddsApiTitle: 'Top 14',
    zone: 'Europe/Paris',
    teams: teams(`
      Toulouse, Bordeaux-Begles = Union Bordeaux Bègles, Toulon = RC Toulon, Pau, Stade Francais,
      Clermont, La Rochelle, Bayonne, Castres Olympique, Racing 92, Montpellier, Lyon, Perpignan,
      Montauban
    `),
  },
  {
    sport: 'Rugby Union',
    country: 'England',
    league: 'Premiership',
    oddsApiKey: 'rugbyunion_england_premiership',
    oddsApiTitle: 'Premiership',
    zone: 'Europe/London',
    teams: teams(`
      Bath Rugby = Bath, Northampton Saints, Leicester Tigers, Saracens, Bristol Bears, Exeter Chiefs,
      Sale Sharks, Gloucester, Harlequins, Newcastle Red Bulls
    `),
  },
  {
    sport: 'Rugby Union',
    country: 'International',
    league: 'United Rugby Championship',
    oddsApiKey: 'rugbyunion_united_rugby_championship',
    oddsApiTitle: 'United Rugby Championship',
    zone: 'Europe/Dublin',
    teams: teams(`
      Leinster, Bulls, Stormers, Glasgow Warriors, Munster, Sharks, Lions, Ulster, Cardiff Rugby,
      Edinburgh Rugby, Connacht, Ospreys, Benetton Treviso, Scarlets, Dragons, Zebre Parma
    `),
  },
  {
    sport: 'Rugby Union',
    country: 'Japan',
    league: 'League One',
    oddsApiKey: 'rugbyunion_japan_league_one',
    oddsApiTitle: 'League One',
    zone: 'Asia/Tokyo',
    teams: teams(`
      Saitama Wild Knights = Saitama Panasonic Wild Knights, Toshiba Brave Lupus Tokyo, Kubota Spears,
      Kobelco Kobe Steelers, Tokyo Sungoliath, Shizuoka Blue Revs, Black Rams Tokyo,
      Yokohama Canon Eagles, Mitsubishi Sagamihara Dynaboars, Toyota Verblitz, Mie Honda Heat,
      Urayasu D-Rocks
    `),
  },
  {
    sport: 'Rugby Union',
    country: 'New Zealand',
    league: 'National Provincial Championship',
    oddsApiKey: 'rugbyunion_new_zealand_national_provincial_championship',
    oddsApiTitle: 'National Provincial Championship',
    zone: 'Pacific/Auckland',
    teams: teams(`
      Canterbury, Otago, Bay of Plenty, Wellington, Hawke's Bay, Taranaki, Waikato, Tasman, Auckland,
      Counties Manukau, Northland, North Harbour, Manawatu, Southland
    `),
  },
]
