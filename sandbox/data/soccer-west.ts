import { type SandboxLeague, teams } from '../league.ts'

export const soccerWest: SandboxLeague[] = [
  {
    sport: 'Soccer',
    country: 'England',
    league: 'Premier League',
    oddsApiKey: 'soccer_epl',
    oddsApiTitle: 'EPL',
    zone: 'Europe/London',
    teams: teams(`
      Manchester City = Man City, Arsenal, Liverpool, Chelsea, Manchester United = Man Utd, Aston Villa,
      Newcastle United = Newcastle, Tottenham Hotspur, Crystal Palace, Brighton and Hove Albion,
      Bournemouth = AFC Bournemouth, Everton, Brentford, Fulham, Nottingham Forest = Nottm Forest,
      Sunderland, Leeds United, West Ham United, Wolverhampton Wanderers = Wolverhampton, Burnley
    `),
  },
  {
    sport: 'Soccer',
    country: 'England',
    league: 'Championship',
    oddsApiKey: 'soccer_efl_champ',
    oddsApiTitle: 'Championship',
    zone: 'Europe/London',
    teams: teams(`
      Ipswich Town = Ipswich, Southampton, Coventry City, Leicester City, Middlesbrough, Birmingham City,
      Sheffield United = Sheffield Utd, Norwich City, West Bromwich Albion, Millwall,
      Wrexham AFC = Wrexham, Bristol City, Watford, Stoke City, Swansea City, Queens Park Rangers = QPR,
      Hull City, Derby County, Preston North End, Blackburn Rovers
    `),
  },
  {
    sport: 'Soccer',
    country: 'England',
    league: 'League 1',
    oddsApiKey: 'soccer_england_league1',
    oddsApiTitle: 'League 1',
    zone: 'Europe/London',
    teams: teams(`
      Luton Town = Luton, Cardiff City, Bolton Wanderers, Huddersfield Town, Lincoln City, Bradford City,
      Stockport County, Plymouth Argyle, Stevenage = Stevenage FC, Wycombe Wanderers, Barnsley, Reading,
      Blackpool, Wigan Athletic, Peterborough United, Rotherham United, Leyton Orient, Mansfield Town,
      Exeter City, Northampton Town
    `),
  },
  {
    sport: 'Soccer',
    country: 'England',
    league: 'League 2',
    oddsApiKey: 'soccer_england_league2',
    oddsApiTitle: 'League 2',
    zone: 'Europe/London',
    teams: teams(`
      Bromley FC, Milton Keynes Dons = MK Dons, Notts County, Swindon Town = Swindon, Walsall,
      Salford City, Chesterfield FC = Chesterfield, Cambridge United = Cambridge Utd, Grimsby Town,
      Gillingham, Colchester United, Crewe Alexandra, Oldham Athletic, Fleetwood Town, Barnet,
      Bristol Rovers, Tranmere Rovers, Accrington Stanley, Cheltenham Town, Shrewsbury Town
    `),
  },
  {
    sport: 'Soccer',
    country: 'Scotland',
    league: 'Premiership',
    oddsApiKey: 'soccer_spl',
    oddsApiTitle: 'Premiership - Scotland',
    zone: 'Europe/London',
    teams: teams(`
      Celtic = Celtic Glasgow, Rangers, Heart of Midlothian = Hearts, Hibernian, Motherwell, Aberdeen,
      Dundee United = Dundee Utd, Falkirk, St Mirren = St. Mirren, Kilmarnock, Dundee = Dundee FC,
      Livingston
    `),
  },
  {
    sport: 'Soccer',
    country: 'Ireland',
    league: 'Premier Division',
    oddsApiKey: 'soccer_league_of_ireland',
    oddsApiTitle: 'League of Ireland',
    zone: 'Europe/Dublin',
    teams: teams(`
      Shamrock Rovers, Derry City, Shelbourne = Shelbourne FC, Bohemians = Bohemian FC,
      St Patricks Athletic = St. Patrick's Athletic, Drogheda United, Sligo Rovers, Galway United,
      Waterford FC = Waterford, Cork City
    `),
  },
  {
    sport: 'Soccer',
    country: 'Wales',
    league: 'Cymru Premier',
    oddsApiKey: 'soccer_wales_cymru_premier',
    oddsApiTitle: 'Cymru Premier - Wales',
    zone: 'Europe/London',
    teams: teams(`
      The New Saints, Penybont = Penybont FC, Connahs Quay Nomads = Connah's Quay Nomads,
      Barry Town United = Barry Town, Haverfordwest County, Caernarfon Town, Cardiff Metropolitan,
      Colwyn Bay, Bala Town, Briton Ferry Llansawel, Flint Town United, Llanelli Town
    `),
  },
  {
    sport: 'Soccer',
    country: 'Spain',
    league: 'La Liga',
    oddsApiKey: 'soccer_spain_la_liga',
    oddsApiTitle: 'La Liga - Spain',
    zone: 'Europe/Madrid',
    teams: teams(`
      Barcelona = FC Barcelona, Real Madrid, Atlético Madrid = Atletico Madrid, Villarreal,
      Athletic Bilbao = Athletic Club Bilbao, Real Betis, Real Sociedad, Celta Vigo, Espanyol,
      Valencia = Valencia CF, Sevilla, Getafe, CA Osasuna = Osasuna, Rayo Vallecano, Girona,
      Mallorca = RCD Mallorca, Elche CF, Alavés, Levante, Oviedo
    `),
  },
  {
    sport: 'Soccer',
    country: 'Spain',
    league: 'La Liga 2',
    oddsApiKey: 'soccer_spain_segunda_division',
    oddsApiTitle: 'La Liga 2 - Spain',
    zone: 'Europe/Madrid',
    teams: teams(`
      Deportivo La Coruña = Deportivo La Coruna, Racing Santander, Almería = UD Almería,
      Las Palmas = UD Las Palmas, Sporting Gijón, Castellón = CD Castellón, Burgos CF, Málaga,
      Cádiz CF = Cádiz, Real Valladolid CF, Leganés, SD Eibar, Córdoba, Granada CF, Albacete,
      SD Huesca = Huesca, AD Ceuta FC, FC Andorra, Zaragoza, CD Mirandés
    `),
  },
  {
    sport: 'Soccer',
    country: 'Italy',
    league: 'Serie A',
    oddsApiKey: 'soccer_italy_serie_a',
    oddsApiTitle: 'Serie A - Italy',
    zone: 'Europe/Rome',
    teams: teams(`
      Inter Milan = FC Internazionale Milano, Napoli = SSC Napoli, AC Milan, Juventus = Juventus Turin,
      AS Roma, Atalanta BC, Bologna, Como, Lazio = Lazio Rome, Fiorentina = ACF Fiorentina, Udinese,
      Torino, Sassuolo, Genoa, Parma, Cagliari, Lecce, Cremonese, Hellas Verona, Pisa
    `),
  },
  {
    sport: 'Soccer',
    country: 'Italy',
    league: 'Serie B',
    oddsApiKey: 'soccer_italy_serie_b',
    oddsApiTitle: 'Serie B - Italy',
    zone: 'Europe/Rome',
    teams: teams(`
      Venezia = Venezia FC, Monza = AC Monza, Palermo, Frosinone, Modena FC, Cesena, Catanzaro,
      Empoli = Empoli FC, Juve Stabia, Sampdoria = Sampdoria Genoa, Spezia = Spezia Calcio, Carrarese,
      Avellino, Padova, Südtirol = FC Südtirol, Bari, Reggiana = AC Reggiana, Mantova, Virtus Entella,
      Pescara
    `),
  },
  {
    sport: 'Soccer',
    country: 'Germany',
    league: 'Bundesliga',
    oddsApiKey: 'soccer_germany_bundesliga',
    oddsApiTitle: 'Bundesliga - Germany',
    zone: 'Europe/Berlin',
    teams: teams(`
      Bayern Munich = FC Bayern München, Borussia Dortmund, Bayer Leverkusen, RB Leipzig, VfB Stuttgart,
      TSG Hoffenheim = TSG 1899 Hoffenheim, Eintracht Frankfurt, SC Freiburg,
      Borussia Monchengladbach = Borussia Mönchengladbach, Werder Bremen = SV Werder Bremen,
      FSV Mainz 05 = 1. FSV Mainz 05, Union Berlin = 1. FC Union Berlin, VfL Wolfsburg,
      Augsburg = FC Augsburg, 1. FC Köln, Hamburger SV, FC St. Pauli, 1. FC Heidenheim
    `),
  },
  {
    sport: 'Soccer',
    country: 'Germany',
    league: 'Bundesliga 2',
    oddsApiKey: 'soccer_germany_bundesliga2',
    oddsApiTitle: 'Bundesliga 2 - Germany',
    zone: 'Europe/Berlin',
    teams: teams(`
      FC Schalke 04 = Schalke 04, SV Elversberg, SC Paderborn, Hannover 96,
      SV Darmstadt 98 = Darmstadt 98, Hertha Berlin = Hertha BSC, 1. FC Kaiserslautern, Karlsruher SC,
      1. FC Nürnberg, VfL Bochum = VfL Bochum 1848, Arminia Bielefeld, Fortuna Düsseldorf,
      Holstein Kiel = KSV Holstein Kiel, 1. FC Magdeburg, Dynamo Dresden,
      Greuther Fürth = SpVgg Greuther Fürth, Preußen Münster, Eintracht Braunschweig
    `),
  },
  {
    sport: 'Soccer',
    country: 'Germany',
    league: '3. Liga',
    oddsApiKey: 'soccer_germany_liga3',
    oddsApiTitle: '3. Liga - Germany',
    zone: 'Europe/Berlin',
    teams: teams(`
      VfL Osnabrück, MSV Duisburg, Energie Cottbus = FC Energie Cottbus, Rot-Weiss Essen,
      Hansa Rostock = FC Hansa Rostock, SC Verl, 1860 München = TSV 1860 München,
      Waldhof Mannheim = SV Waldhof Mannheim, SV Wehen Wiesbaden, FC Ingolstadt, Viktoria Köln,
      Jahn Regensburg = SSV Jahn Regensburg, 1. FC Saarbrücken, Alemannia Aachen, SSV Ulm 1846,
      Erzgebirge Aue, TSV Havelse, 1. FC Schweinfurt 05
    `),
  },
  {
    sport: 'Soccer',
    country: 'Germany',
    league: 'Bundesliga Women',
    oddsApiKey: 'soccer_germany_bundesliga_women',
    oddsApiTitle: 'Frauen-Bundesliga - Germany',
    zone: 'Europe/Berlin',
    teams: teams(`
      Bayern Munich = FC Bayern München, VfL Wolfsburg, Eintracht Frankfurt, Bayer Leverkusen,
      TSG Hoffenheim = TSG 1899 Hoffenheim, Werder Bremen = SV Werder Bremen, SC Freiburg, 1. FC Köln,
      RB Leipzig, Union Berlin = 1. FC Union Berlin, SGS Essen, 1. FC Nürnberg, Hamburger SV,
      Carl Zeiss Jena = FC Carl Zeiss Jena
    `),
  },
  {
    sport: 'Soccer',
    country: 'France',
    league: 'Ligue 1',
    oddsApiKey: 'soccer_france_ligue_one',
    oddsApiTitle: 'Ligue 1 - France',
    zone: 'Europe/Paris',
    teams: teams(`
      Paris Saint Germain = Paris Saint-Germain, Marseille, RC Lens, AS Monaco, Lyon = Olympique Lyon,
      Lille = Lille OSC, Strasbourg = RC Strasbourg, Rennes, Nice, Brest, Toulouse, Paris FC, Lorient,
      Le Havre, Angers, Nantes, Auxerre = AJ Auxerre, Metz
    `),
  },
  {
    sport: 'Soccer',
    country: 'France',
    league: 'Ligue 2',
    oddsApiKey: 'soccer_france_ligue_two',
    oddsApiTitle: 'Ligue 2 - France',
    zone: 'Europe/Paris',
    teams: teams(`
      Saint Etienne = AS Saint-Étienne, Troyes = ESTAC Troyes, Stade de Reims, Montpellier, Le Mans FC,
      Red Star FC, Guingamp = EA Guingamp, USL Dunkerque, Rodez AF, Annecy FC, Pau FC, Grenoble, Nancy,
      Amiens = SC Amiens, Clermont, Laval, Boulogne, Bastia
    `),
  },
  {
    sport: 'Soccer',
    country: 'Netherlands',
    league: 'Eredivisie',
    oddsApiKey: 'soccer_netherlands_eredivisie',
    oddsApiTitle: 'Dutch Eredivisie',
    zone: 'Europe/Amsterdam',
    teams: teams(`
      PSV Eindhoven = PSV, Feyenoord = Feyenoord Rotterdam, Ajax = Ajax Amsterdam, AZ Alkmaar,
      FC Twente Enschede, NEC Nijmegen, FC Utrecht, FC Groningen, SC Heerenveen, Sparta Rotterdam,
      Go Ahead Eagles, Fortuna Sittard, FC Zwolle = PEC Zwolle, FC Volendam,
      Excelsior = Excelsior Rotterdam, NAC Breda, Heracles Almelo, SC Telstar = Telstar
    `),
  },
  {
    sport: 'Soccer',
    country: 'Belgium',
    league: 'First Division A',
    oddsApiKey: 'soccer_belgium_first_div',
    oddsApiTitle: 'Belgium First Div',
    zone: 'Europe/Brussels',
    teams: teams(`
      Club Brugge = FC Brugge, Union Saint-Gilloise = Union St. Gilloise, Genk = KRC Genk,
      Anderlecht = RSC Anderlecht, Gent, Sint Truiden, Royal Antwerp, Charleroi,
      Standard Liege = Standard Lüttich, KV Mechelen, Westerlo, Leuven = OH Leuven, SV Zulte-Waregem,
      Cercle Brugge KSV, RAAL La Louvière, FCV Dender EH
    `),
  },
  {
    sport: 'Soccer',
    country: 'Portugal',
    league: 'Primeira Liga',
    oddsApiKey: 'soccer_portugal_primeira_liga',
    oddsApiTitle: 'Primeira Liga - Portugal',
    zone: 'Europe/Lisbon',
    teams: teams(`
      Sporting Lisbon = Sporting CP, FC Porto, Benfica = Benfica Lisbon, Braga = SC Braga, Vitória SC,
      Famalicão, Gil Vicente, Moreirense FC, Estoril, Rio Ave FC, CD Santa Clara, Casa Pia, Alverca,
      CD Nacional de Madeira, Arouca, CF Estrela, Tondela, AVS Futebol SAD
    `),
  },
  {
    sport: 'Soccer',
    country: 'Switzerland',
    league: 'Super League',
    oddsApiKey: 'soccer_switzerland_superleague',
    oddsApiTitle: 'Swiss Superleague',
    zone: 'Europe/Zurich',
    teams: teams(`
      FC Basel = FC Basel 1893, BSC Young Boys, FC Thun, FC Lugano, FC St Gallen = FC St. Gallen,
      Servette = Servette Geneva, FC Sion, FC Luzern, FC Lausanne-Sport, FC Zurich = FC Zürich,
      Grasshopper Zürich = Grasshopper Club Zürich, FC Winterthur
    `),
  },
  {
    sport: 'Soccer',
    country: 'Austria',
    league: 'Bundesliga',
    oddsApiKey: 'soccer_austria_bundesliga',
    oddsApiTitle: 'Austrian Football Bundesliga',
    zone: 'Europe/Vienna',
    teams: teams(`
      Red Bull Salzburg = RB Salzburg, Sturm Graz = SK Sturm Graz, LASK, Rapid Wien = SK Rapid Wien,
      Austria Wien = FK Austria Wien, Wolfsberger AC, TSV Hartberg, SCR Altach, WSG Tirol, SV Ried,
      Blau-Weiß Linz = FC Blau-Weiß Linz, Grazer AK
    `),
  },
  {
    sport: 'Soccer',
    country: 'Denmark',
    league: 'Superliga',
    oddsApiKey: 'soccer_denmark_superliga',
    oddsApiTitle: 'Denmark Superliga',
    zone: 'Europe/Copenhagen',
    teams: teams(`
      FC Midtjylland, FC Copenhagen = FC København, AGF Aarhus, Brøndby IF = Brøndby, FC Nordsjælland,
      Viborg FF, Odense BK = Odense Boldklub, Randers FC, Silkeborg IF, Sønderjyske Fodbold,
      FC Fredericia, Vejle Boldklub
    `),
  },
  {
    sport: 'Soccer',
    country: 'Sweden',
    league: 'Allsvenskan',
    oddsApiKey: 'soccer_sweden_allsvenskan',
    oddsApiTitle: 'Allsvenskan - Sweden',
    zone: 'Europe/Stockholm',
    teams: teams(`
      Mjällby AIF, Hammarby IF = Hammarby, Malmö FF = Malmo FF, AIK = AIK Stockholm, Djurgårdens IF, GAIS,
      BK Häcken, IFK Göteborg, IF Elfsborg, IK Sirius, IF Brommapojkarna, Kalmar FF, Halmstads BK,
      Degerfors IF, Västerås SK, Örgryte IS
    `),
  },
  {
    sport: 'Soccer',
    country: 'Norway',
    league: 'Eliteserien',
    oddsApiKey: 'soccer_norway_eliteserien',
    oddsApiTitle: 'Eliteserien - Norway',
    zone: 'Europe/Oslo',
    teams: teams(`
      Bodø/Glimt = FK Bodø/Glimt, Viking FK, SK Brann, Rosenborg = Rosenborg BK, Tromsø, Molde,
      Fredrikstad FK, Lillestrøm, Vålerenga = Vålerenga Oslo, Sandefjord, Sarpsborg FK, Hamkam, KFUM Oslo,
      Kristiansund BK, Aalesund, IK Start
    `),
  },
  {
    sport: 'Soccer',
    country: 'Finland',
    league: 'Veikkausliiga',
    oddsApiKey: 'soccer_finland_veikkausliiga',
    oddsApiTitle: 'Veikkausliiga - Finland',
    zone: 'Europe/Helsinki',
    teams: teams(`
      KuPS Kuopio, HJK Helsinki, Inter Turku = FC Inter Turku, Ilves Tampere, SJK = SJK Seinäjoki,
      IF Gnistan, VPS Vaasa, AC Oulu, FF Jaro, TPS Turku, FC Lahti, IFK Mariehamn
    `),
  },
  {
    sport: 'Soccer',
    country: 'Iceland',
    league: 'Besta Deild',
    oddsApiKey: 'soccer_iceland_besta_deild',
    oddsApiTitle: 'Besta Deild - Iceland',
    zone: 'Atlantic/Reykjavik',
    teams: teams(`
      Víkingur Reykjavík = Vikingur Reykjavik, Breiðablik, Valur Reykjavík = Valur, Stjarnan,
      Fram Reykjavík, FH Hafnarfjörður = FH Hafnarfjördur, KR Reykjavík, KA Akureyri, ÍBV Vestmannaeyjar,
      ÍA Akranes, Vestri, Afturelding
    `),
  },
  {
    sport: 'Soccer',
    country: 'England',
    league: 'Super League Women',
    oddsApiKey: 'soccer_england_super_league_women',
    oddsApiTitle: "Women's Super League - England",
    zone: 'Europe/London',
    teams: teams(`
      Chelsea, Arsenal, Manchester City = Man City, Manchester United = Man Utd, Tottenham Hotspur,
      Brighton and Hove Albion, Aston Villa, Everton, London City Lionesses, Liverpool, West Ham United,
      Leicester City
    `),
  },
]
