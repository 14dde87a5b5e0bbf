import { type SandboxLeague, teams } from '../league.ts'

export const soccerAmericas: SandboxLeague[] = [
  {
    sport: 'Soccer',
    country: 'Brazil',
    league: 'Serie A',
    oddsApiKey: 'soccer_brazil_campeonato',
    oddsApiTitle: 'Brazil Série A',
    zone: 'America/Sao_Paulo',
    teams: teams(`
      Flamengo = CR Flamengo, Palmeiras = SE Palmeiras, Cruzeiro, Botafogo, Mirassol, Fluminense,
      Bahia = EC Bahia, Sao Paulo, Corinthians, Grêmio, Atletico Mineiro = Atlético-MG, Internacional,
      Vasco da Gama, Bragantino-SP, Santos, Ceará, Fortaleza, Vitoria, Juventude, Sport Recife
    `),
  },
  {
    sport: 'Soccer',
    country: 'Brazil',
    league: 'Serie B',
    oddsApiKey: 'soccer_brazil_serie_b',
    oddsApiTitle: 'Brazil Série B',
    zone: 'America/Sao_Paulo',
    teams: teams(`
      Coritiba = Coritiba FC, Athletico Paranaense = Athletico-PR, Chapecoense, Remo, Criciúma = Criciuma,
      Goiás, Novorizontino, CRB, Avaí = Avai FC, Cuiabá, Atlético Goianiense = Atletico-GO, Operário PR,
      Vila Nova, América Mineiro, Athletic Club, Botafogo SP, Ferroviária, Amazonas FC, Volta Redonda,
      Paysandu
    `),
  },
  {
    sport: 'Soccer',
    country: 'Argentina',
    league: 'Primera División',
    oddsApiKey: 'soccer_argentina_primera_division',
    oddsApiTitle: 'Primera División - Argentina',
    zone: 'America/Argentina/Buenos_Aires',
    teams: teams(`
      River Plate = CA River Plate, Boca Juniors = CA Boca Juniors, Racing Club, Rosario Central,
      Estudiantes, Vélez Sarsfield = Velez Sarsfield, Argentinos Juniors, Lanús, Independiente,
      San Lorenzo, Huracán, Talleres Cordoba = Talleres de Córdoba, Defensa y Justicia, Barracas Central,
      Tigre, Platense, Deportivo Riestra, Belgrano de Cordoba = Belgrano, Newells Old Boys,
      Gimnasia La Plata
    `),
  },
  {
    sport: 'Soccer',
    country: 'Argentina',
    league: 'Primera Nacional',
    oddsApiKey: 'soccer_argentina_primera_nacional',
    oddsApiTitle: 'Primera Nacional - Argentina',
    zone: 'America/Argentina/Buenos_Aires',
    teams: teams(`
      Gimnasia Mendoza = Gimnasia y Esgrima de Mendoza, Estudiantes de Rio Cuarto, Deportivo Madryn,
      Atlanta = CA Atlanta, Deportivo Morón, Gimnasia Jujuy, San Miguel, Temperley, Chacarita Juniors,
      Quilmes = Quilmes AC, Agropecuario, Patronato, Nueva Chicago, Ferro Carril Oeste, Colón de Santa Fe,
      All Boys, San Telmo, Chaco For Ever
    `),
  },
  {
    sport: 'Soccer',
    country: 'Chile',
    league: 'Primera División',
    oddsApiKey: 'soccer_chile_campeonato',
    oddsApiTitle: 'Primera División - Chile',
    zone: 'America/Santiago',
    teams: teams(`
      Coquimbo Unido, Colo Colo = CSD Colo-Colo, Universidad de Chile = U. de Chile, Universidad Católica,
      Palestino = CD Palestino, Audax Italiano, O'Higgins = O'Higgins FC, Huachipato, Cobresal, Ñublense,
      Unión La Calera, Everton de Viña, Deportes La Serena = La Serena, Deportes Limache,
      Deportes Iquique, Unión Española
    `),
  },
  {
    sport: 'Soccer',
    country: 'Uruguay',
    league: 'Primera Division',
    oddsApiKey: 'soccer_uruguay_primera_division',
    oddsApiTitle: 'Primera División - Uruguay',
    zone: 'America/Montevideo',
    teams: teams(`
      Nacional de Montevideo, Peñarol = CA Penarol, Liverpool Montevideo, Juventud de Las Piedras,
      Defensor Sporting, Racing Montevideo, Boston River, Torque = Montevideo City Torque, Cerro Largo,
      Danubio = Danubio FC, Montevideo Wanderers, Cerro, Progreso, Plaza Colonia, River Plate Montevideo,
      Miramar Misiones
    `),
  },
  {
    sport: 'Soccer',
    country: 'Paraguay',
    league: 'Primera Division',
    oddsApiKey: 'soccer_paraguay_primera_division',
    oddsApiTitle: 'Primera División - Paraguay',
    zone: 'America/Asuncion',
    teams: teams(`
      Cerro Porteño = Cerro Porteno, Guaraní = Club Guarani, Olimpia Asunción, Libertad Asuncion,
      Nacional Asunción, Sportivo Trinidense, Recoleta FC, 2 de Mayo, Sportivo Ameliano, Sportivo Luqueño,
      General Caballero JLM, Tembetary
    `),
  },
  {
    sport: 'Soccer',
    country: 'Colombia',
    league: 'Primera A',
    oddsApiKey: 'soccer_colombia_primera_a',
    oddsApiTitle: 'Primera A - Colombia',
    zone: 'America/Bogota',
    teams: teams(`
      Atlético Nacional = Atletico Nacional Medellin, Junior FC = Junior Barranquilla,
      Independiente Medellín, Deportes Tolima, Independiente Santa Fe, América de Cali = America Cali,
      Millonarios, Atlético Bucaramanga, Once Caldas, Deportivo Cali, Fortaleza CEIF, Llaneros,
      Alianza FC, Águilas Doradas, Deportivo Pasto, Deportivo Pereira, La Equidad, Boyacá Chicó, Envigado,
      Unión Magdalena
    `),
  },
  {
    sport: 'Soccer',
    country: 'Ecuador',
    league: 'Liga Pro',
    oddsApiKey: 'soccer_ecuador_liga_pro',
    oddsApiTitle: 'Liga Pro - Ecuador',
    zone: 'America/Guayaquil',
    teams: teams(`
      Independiente del Valle = Ind. del Valle, LDU Quito, Barcelona SC,
      Universidad Católica Quito = U. Catolica Quito, Orense, Libertad FC, Deportivo Cuenca, Aucas,
      Emelec = CS Emelec, Macará, Delfín, El Nacional, Mushuc Runa, Manta FC, Técnico Universitario,
      Vinotinto Ecuador
    `),
  },
  {
    sport: 'Soccer',
    country: 'Peru',
    league: 'Liga 1',
    oddsApiKey: 'soccer_peru_liga_1',
    oddsApiTitle: 'Liga 1 - Peru',
    zone: 'America/Lima',
    teams: teams(`
      Universitario, Alianza Lima, Sporting Cristal, Cusco FC, FBC Melgar, Cienciano = Club Cienciano,
      Alianza Atlético, Deportivo Garcilaso, Los Chankas, Sport Huancayo, ADT Tarma, Comerciantes Unidos,
      Sport Boys, Atlético Grau, UTC Cajamarca, Juan Pablo II College, Ayacucho FC, Alianza Universidad
    `),
  },
  {
    sport: 'Soccer',
    country: 'Bolivia',
    league: 'Primera Division',
    oddsApiKey: 'soccer_bolivia_primera_division',
    oddsApiTitle: 'Primera División - Bolivia',
    zone: 'America/La_Paz',
    teams: teams(`
      Always Ready = Club Always Ready, Bolívar = Club Bolivar, The Strongest, Nacional Potosí, Blooming,
      Guabirá = Guabira, San Antonio Bulo Bulo, Oriente Petrolero,
      Universitario de Vinto = Universitario Vinto, Real Tomayapo, ABB La Paz, GV San José,
      Independiente Petrolero, Aurora = Club Aurora, Real Oruro, Jorge Wilstermann
    `),
  },
  {
    sport: 'Soccer',
    country: 'Venezuela',
    league: 'Primera Division',
    oddsApiKey: 'soccer_venezuela_primera_division',
    oddsApiTitle: 'Primera División - Venezuela',
    zone: 'America/Caracas',
    teams: teams(`
      Universidad Central, Carabobo, Deportivo Táchira = Deportivo Tachira, Deportivo La Guaira,
      Academia Puerto Cabello, Caracas FC, Metropolitanos, Estudiantes de Mérida = Estudiantes Merida,
      Monagas, Portuguesa FC, Rayo Zuliano, Zamora, Anzoátegui, Yaracuyanos
    `),
  },
  {
    sport: 'Soccer',
    country: 'Mexico',
    league: 'Liga MX',
    oddsApiKey: 'soccer_mexico_ligamx',
    oddsApiTitle: 'Liga MX',
    zone: 'America/Mexico_City',
    teams: teams(`
      Toluca, Tigres, Club América = America, Cruz Azul, Monterrey, Guadalajara Chivas, FC Juárez,
      Tijuana, Pachuca, Pumas, Santos Laguna, Club León, Querétaro = Queretaro FC, Necaxa, Atlas,
      Atlético San Luis, Mazatlán FC, Puebla
    `),
  },
  {
    sport: 'Soccer',
    country: 'USA',
    league: 'MLS',
    oddsApiKey: 'soccer_usa_mls',
    oddsApiTitle: 'MLS',
    zone: 'America/New_York',
    teams: teams(`
      Inter Miami CF = Inter Miami, Vancouver Whitecaps FC = Vancouver Whitecaps, Philadelphia Union,
      San Diego FC, Los Angeles FC, FC Cincinnati, Seattle Sounders FC = Seattle Sounders,
      Minnesota United FC = Minnesota United, Columbus Crew SC, Charlotte FC, New York City FC,
      Orlando City SC = Orlando City, Nashville SC, Portland Timbers, Chicago Fire,
      New York Red Bulls = NY Red Bulls, Austin FC, FC Dallas, LA Galaxy, Toronto FC
    `),
  },
  {
    sport: 'Soccer',
    country: 'USA',
    league: 'Nwsl Women',
    oddsApiKey: 'soccer_usa_nwsl_women',
    oddsApiTitle: 'NWSL',
    zone: 'America/New_York',
    teams: teams(`
      Kansas City Current = KC Current, Gotham FC, Washington Spirit, Orlando Pride,
      Portland Thorns FC = Portland Thorns, San Diego Wave FC, Seattle Reign FC = Seattle Reign,
      Racing Louisville FC, North Carolina Courage, Houston Dash, Bay FC, Angel City FC, Utah Royals,
      Chicago Stars FC
    `),
  },
  {
    sport: 'Soccer',
    country: 'Costa Rica',
    league: 'Primera Division',
    oddsApiKey: 'soccer_costa_rica_primera_division',
    oddsApiTitle: 'Primera División - Costa Rica',
    zone: 'America/Costa_Rica',
    teams: teams(`
      Saprissa = Deportivo Saprissa, Alajuelense, Herediano = CS Herediano, Cartaginés, San Carlos,
      Liberia, Puntarenas FC, Sporting San José, Pérez Zeledón, Guadalupe FC
    `),
  },
  {
    sport: 'Soccer',
    country: 'Guatemala',
    league: 'Liga Nacional',
    oddsApiKey: 'soccer_guatemala_liga_nacional',
    oddsApiTitle: 'Liga Nacional - Guatemala',
    zone: 'America/Guatemala',
    teams: teams(`
      Antigua GFC = Antigua, CSD Municipal = Municipal, Comunicaciones, Xelajú MC = Xelaju, Mixco,
      Cobán Imperial = Coban Imperial, Malacateco, Marquense, Guastatoya, Achuapa, Aurora FC, Mictlán
    `),
  },
  {
    sport: 'Soccer',
    country: 'Honduras',
    league: 'Liga Nacional',
    oddsApiKey: 'soccer_honduras_liga_nacional',
    oddsApiTitle: 'Liga Nacional - Honduras',
    zone: 'America/Tegucigalpa',
    teams: teams(`
      Olimpia, Motagua, Real España = Real CD Espana, Marathón, Olancho FC, Génesis = Genesis PN,
      Lobos UPNFM, Juticalpa, Victoria, CD Choloma, Platense FC
    `),
  },
  {
    sport: 'Soccer',
    country: 'Canada',
    league: 'Premier League',
    oddsApiKey: 'soccer_canada_premier_league',
    oddsApiTitle: 'Canadian Premier League',
    zone: 'America/Toronto',
    teams: teams(`
      Forge FC = Forge Hamilton, Atlético Ottawa = Atletico Ottawa, Cavalry FC, York United FC,
      HFX Wanderers FC, Pacific FC, Valour FC, Vancouver FC
    `),
  },
]
