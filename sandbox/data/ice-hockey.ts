import { type SandboxLeague, teams } from '../league.ts'

export const iceHockey: SandboxLeague[] = [
  {
    sport: 'Ice Hockey',
    country: 'USA',
    league: 'NHL',
    oddsApiKey: 'icehockey_nhl',
    oddsApiTitle: 'NHL',
    zone: 'America/New_York',
    teams: teams(`
      Colorado Avalanche, Florida Panthers, Dallas Stars, Carolina Hurricanes,
      Vegas Golden Knights = Vegas Knights, Tampa Bay Lightning, Edmonton Oilers, Winnipeg Jets,
      Washington Capitals, Los Angeles Kings = LA Kings, Toronto Maple Leafs, New Jersey Devils,
      Minnesota Wild, Ottawa Senators, Montréal Canadiens = Montreal Canadiens, New York Rangers,
      Detroit Red Wings, Utah Mammoth, Boston Bruins, New York Islanders
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'USA',
    league: 'AHL',
    oddsApiKey: 'icehockey_ahl',
    oddsApiTitle: 'AHL',
    zone: 'America/New_York',
    teams: teams(`
      Laval Rocket = Rocket de Laval, Grand Rapids Griffins, Providence Bruins, Abbotsford Canucks,
      Hershey Bears, Wilkes-Barre/Scranton Penguins, Charlotte Checkers, Colorado Eagles, Texas Stars,
      Milwaukee Admirals, Ontario Reign, Coachella Valley Firebirds, Syracuse Crunch, Rochester Americans,
      Cleveland Monsters, Toronto Marlies, Lehigh Valley Phantoms, Manitoba Moose, Chicago Wolves,
      Bakersfield Condors
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Sweden',
    league: 'SHL',
    oddsApiKey: 'icehockey_sweden_hockey_league',
    oddsApiTitle: 'SHL',
    zone: 'Europe/Stockholm',
    teams: teams(`
      Skellefteå AIK = Skelleftea, Frölunda HC = Frolunda, Luleå HF = Lulea, Brynäs IF = Brynas,
      Färjestad BK, Växjö Lakers, Rögle BK, Timrå IK, Örebro HK, Djurgårdens IF, Malmö Redhawks,
      Linköping HC, HV71, Leksands IF
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Sweden',
    league: 'HockeyAllsvenskan',
    oddsApiKey: 'icehockey_sweden_allsvenskan',
    oddsApiTitle: 'HockeyAllsvenskan',
    zone: 'Europe/Stockholm',
    teams: teams(`
      MoDo Hockey = Modo, AIK = AIK Stockholm, Björklöven = IF Bjorkloven, BIK Karlskoga,
      Södertälje SK = Sodertalje, Kalmar HC, Mora IK, Almtuna IS, Västerås IK, IK Oskarshamn,
      Nybro Vikings, Östersunds IK, Vimmerby HC, Troja-Ljungby
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Finland',
    league: 'Liiga',
    oddsApiKey: 'icehockey_liiga',
    oddsApiTitle: 'Liiga - SM-liiga',
    zone: 'Europe/Helsinki',
    teams: teams(`
      Tappara = Tappara Tampere, KalPa, Lukko, SaiPa, HIFK = HIFK Helsinki, Ilves, KooKoo, Kärpät, TPS,
      Ässät, HPK, Jukurit, Pelicans, JYP, Sport, Kiekko-Espoo
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Finland',
    league: 'Mestis',
    oddsApiKey: 'icehockey_mestis',
    oddsApiTitle: 'Mestis',
    zone: 'Europe/Helsinki',
    teams: teams(`
      Jokerit = Jokerit Helsinki, Jokipojat = Jokipojat Joensuu, IPK, Ketterä, TUTO Hockey, RoKi, Hermes,
      KeuPa HT, Hokki, FPS
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Germany',
    league: 'Deutsche Eishockey Liga',
    oddsApiKey: 'icehockey_germany_deutsche_eishockey_liga',
    oddsApiTitle: 'Deutsche Eishockey Liga',
    zone: 'Europe/Berlin',
    teams: teams(`
      Eisbaren Berlin = Eisbären Berlin, Kolner Haie = Kölner Haie, Adler Mannheim, Red Bull Munich,
      ERC Ingolstadt, Fischtown Pinguins, Straubing Tigers, Schwenninger Wild Wings, Grizzlys Wolfsburg,
      Nurnberg Ice Tigers = Nürnberg Ice Tigers, Lowen Frankfurt, Augsburger Panther, Iserlohn Roosters,
      Dresdner Eislowen
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Switzerland',
    league: 'National League',
    oddsApiKey: 'icehockey_switzerland_national_league',
    oddsApiTitle: 'National League',
    zone: 'Europe/Zurich',
    teams: teams(`
      ZSC Lions, Davos = HC Davos, Lausanne HC, Fribourg-Gotteron = HC Fribourg-Gottéron, Geneve-Servette,
      Zug, Bern, Lugano, Rapperswil-Jona Lakers, SCL Tigers, Kloten, Biel, Ambri-Piotta, Ajoie
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Czech Republic',
    league: 'Extraliga',
    oddsApiKey: 'icehockey_czech_republic_extraliga',
    oddsApiTitle: 'Extraliga',
    zone: 'Europe/Prague',
    teams: teams(`
      Dynamo Pardubice, Kometa Brno, Sparta Prague = Sparta Praha, Ocelari Trinec = Oceláři Třinec,
      Mountfield Hradec Kralove = Hradec Králové, Bili Tygri Liberec, Skoda Plzen, Motor Ceske Budejovice,
      Energie Karlovy Vary, Vitkovice Ridera, Mlada Boleslav, Olomouc, Rytiri Kladno, Verva Litvinov
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Slovakia',
    league: 'Extraliga',
    oddsApiKey: 'icehockey_slovakia_extraliga',
    oddsApiTitle: 'Extraliga',
    zone: 'Europe/Bratislava',
    teams: teams(`
      Slovan Bratislava, Nitra = HK Nitra, Kosice, Zvolen, Spisska Nova Ves, Michalovce, Poprad, Zilina,
      Liptovsky Mikulas, Dukla Trencin, Presov, Banska Bystrica
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Austria',
    league: 'Ice Hockey League',
    oddsApiKey: 'icehockey_austria_ice_hockey_league',
    oddsApiTitle: 'Ice Hockey League',
    zone: 'Europe/Vienna',
    teams: teams(`
      Klagenfurt, Red Bull Salzburg, Graz 99ers = Graz99ers, Bolzano, Fehervar AV19, Black Wings Linz,
      Olimpija Ljubljana, Villach, Val Pusteria, Vienna Capitals, Innsbruck, Pioneers Vorarlberg,
      Ferencvaros
    `),
  },
  {
    sport: 'Ice Hockey',
    country: 'Russia',
    league: 'Kontinental Hockey League',
    oddsApiKey: 'icehockey_russia_kontinental_hockey_league',
    oddsApiTitle: 'Kontinental Hockey League',
    zone: 'Europe/Moscow',
    teams: teams(`
      Metallurg Magnitogorsk, Lokomotiv Yaroslavl, Avangard Omsk = Avangard, Ak Bars Kazan, CSKA Moscow,
      Dinamo Minsk, Traktor Chelyabinsk, Avtomobilist Yekaterinburg,
      SKA St. Petersburg = SKA Saint Petersburg, Torpedo Nizhny Novgorod, Dynamo Moscow = Dinamo Moscow,
      Salavat Yulaev Ufa, Severstal Cherepovets, Spartak Moscow, Sibir Novosibirsk,
      Neftekhimik Nizhnekamsk, Amur Khabarovsk, Admiral Vladivostok, Lada Togliatti, Barys Astana
    `),
  },
]
