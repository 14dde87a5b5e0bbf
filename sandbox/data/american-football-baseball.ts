import { type SandboxLeague, teams } from '../league.ts'

export const americanFootballAndBaseball: SandboxLeague[] = [
  {
    sport: 'American Football',
    country: 'USA',
    league: 'NFL',
    oddsApiKey: 'americanfootball_nfl',
    oddsApiTitle: 'NFL',
    zone: 'America/New_York',
    teams: teams(`
      Philadelphia Eagles, Los Angeles Rams = LA Rams, Seattle Seahawks, Buffalo Bills,
      New England Patriots, Denver Broncos, Kansas City Chiefs = KC Chiefs, Detroit Lions,
      Green Bay Packers, San Francisco 49ers, Baltimore Ravens, Houston Texans,
      Los Angeles Chargers = LA Chargers, Jacksonville Jaguars, Chicago Bears, Tampa Bay Buccaneers,
      Pittsburgh Steelers, Indianapolis Colts, Minnesota Vikings, Dallas Cowboys
    `),
  },
  {
    sport: 'American Football',
    country: 'USA',
    league: 'NCAAF',
    oddsApiKey: 'americanfootball_ncaaf',
    oddsApiTitle: 'NCAAF',
    zone: 'America/New_York',
    teams: teams(`
      Ohio State Buckeyes = Ohio State, Indiana Hoosiers, Georgia Bulldogs, Oregon Ducks,
      Texas A&M Aggies, Texas Tech Red Raiders, Ole Miss Rebels, Notre Dame Fighting Irish,
      Alabama Crimson Tide, Oklahoma Sooners, Miami Hurricanes = Miami (FL) Hurricanes, BYU Cougars,
      Texas Longhorns, Vanderbilt Commodores, Utah Utes, USC Trojans, Michigan Wolverines,
      Virginia Cavaliers, Penn State Nittany Lions, LSU Tigers, Tennessee Volunteers, Iowa Hawkeyes,
      Clemson Tigers, Florida State Seminoles
    `),
  },
  {
    sport: 'American Football',
    country: 'Canada',
    league: 'CFL',
    oddsApiKey: 'americanfootball_cfl',
    oddsApiTitle: 'CFL',
    zone: 'America/Toronto',
    teams: teams(`
      Saskatchewan Roughriders, Montreal Alouettes = Montréal Alouettes, BC Lions, Calgary Stampeders,
      Hamilton Tiger-Cats = Hamilton Tiger Cats, Winnipeg Blue Bombers, Edmonton Elks, Toronto Argonauts,
      Ottawa Redblacks
    `),
  },
  {
    sport: 'Baseball',
    country: 'USA',
    league: 'MLB',
    oddsApiKey: 'baseball_mlb',
    oddsApiTitle: 'MLB',
    zone: 'America/New_York',
    teams: teams(`
      Los Angeles Dodgers = LA Dodgers, New York Yankees = NY Yankees, Toronto Blue Jays,
      Philadelphia Phillies, Milwaukee Brewers, Seattle Mariners, Chicago Cubs, Boston Red Sox,
      San Diego Padres = SD Padres, Detroit Tigers, New York Mets = NY Mets, Cleveland Guardians,
      Houston Astros, Cincinnati Reds, Texas Rangers, Arizona Diamondbacks,
      Kansas City Royals = KC Royals, San Francisco Giants, Tampa Bay Rays, Atlanta Braves,
      Baltimore Orioles, Miami Marlins, St. Louis Cardinals = Saint Louis Cardinals, Athletics,
      Minnesota Twins, Los Angeles Angels, Pittsburgh Pirates, Washington Nationals, Chicago White Sox,
      Colorado Rockies
    `),
  },
  {
    sport: 'Baseball',
    country: 'Japan',
    league: 'NPB',
    oddsApiKey: 'baseball_npb',
    oddsApiTitle: 'NPB',
    zone: 'Asia/Tokyo',
    teams: teams(`
      Fukuoka SoftBank Hawks = Fukuoka S. Hawks, Hanshin Tigers,
      Hokkaido Nippon-Ham Fighters = Nippon Ham Fighters, Yokohama DeNA BayStars, Orix Buffaloes,
      Yomiuri Giants, Chunichi Dragons, Tohoku Rakuten Golden Eagles, Hiroshima Toyo Carp,
      Saitama Seibu Lions, Chiba Lotte Marines, Tokyo Yakult Swallows
    `),
  },
  {
    sport: 'Baseball',
    country: 'South Korea',
    league: 'KBO',
    oddsApiKey: 'baseball_kbo',
    oddsApiTitle: 'KBO',
    zone: 'Asia/Seoul',
    teams: teams(`
      LG Twins, Hanwha Eagles, SSG Landers = SSG Landers Incheon, Samsung Lions, NC Dinos, KT Wiz,
      Lotte Giants, Kia Tigers, Doosan Bears, Kiwoom Heroes
    `),
  },
  {
    sport: 'Baseball',
    country: 'Mexico',
    league: 'Liga Mexicana',
    oddsApiKey: 'baseball_mexico_liga_mexicana',
    oddsApiTitle: 'Liga Mexicana',
    zone: 'America/Mexico_City',
    teams: teams(`
      Diablos Rojos del Mexico = Diablos Rojos, Charros de Jalisco,
      Sultanes de Monterrey = Monterrey Sultanes, Leones de Yucatan = Leones de Yucatán,
      Pericos de Puebla, Tecolotes de los Dos Laredos = Tecolotes Dos Laredos, Toros de Tijuana,
      Algodoneros de Union Laguna = Algodoneros Unión Laguna, Piratas de Campeche, Guerreros de Oaxaca,
      Acereros de Monclova, Conspiradores de Queretaro = Conspiradores de Querétaro,
      Tigres de Quintana Roo, El Aguila de Veracruz, Olmecas de Tabasco, Bravos de Leon,
      Saraperos de Saltillo, Rieleros de Aguascalientes, Dorados de Chihuahua, Caliente de Durango
    `),
  },
  {
    sport: 'Baseball',
    country: 'Venezuela',
    league: 'Liga Profesional',
    oddsApiKey: 'baseball_venezuela_liga_profesional',
    oddsApiTitle: 'Liga Profesional',
    zone: 'America/Caracas',
    teams: teams(`
      Cardenales de Lara, Navegantes del Magallanes = Navegantes de Magallanes,
      Leones del Caracas = Leones de Caracas, Tiburones de La Guaira, Aguilas del Zulia,
      Bravos de Margarita, Tigres de Aragua, Caribes de Anzoategui
    `),
  },
]
