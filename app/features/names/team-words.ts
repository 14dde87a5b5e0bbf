/** Word lists for team names, in lower case and ASCII. */

/** Removes the e of a transcribed umlaut, so 'Duesseldorf' equals 'Düsseldorf'. */
function foldUmlauts(word: string): string {
  return word.replace(/([aou])e/g, '$1')
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean).map(foldUmlauts))
}

/** Words that mean only 'football club'. */
export const FOOTBALL_CLUB = words(`
  fc cf afc fk cfc afk mfk pfc ufc fcm fco fcs fotbal futbol futebol football fotboll fotball foot calcio fussball fussballclub
  fotbalovy futbolnyy fudbalski nogometni futbolistik club clube klub klubi kulubu klubo team ltd plc sad
`)

/** Legal forms and kinds of club, which usually do not distinguish two clubs of one league. */
export const AFFIXES = words(`
  ${[...FOOTBALL_CLUB].join(' ')}
  ac sc ssc ss as us ud cd rc rcd nk sk bk if ik ff sl sv vfb vfl vfr tsv tsg tsc spvgg spvg bsc sco hsc osc ca cp
  kv kaa krc rsc rfc jk ofk ks mks gks kks rks oks lks ec se cr sd ad ce cs csm ssd asd acf hnk gnk rnk kf sfc fs bc ksc ksv kvc zsk
  msk ask asv svg fsv gd sgv spg ksg pae
  esporte esportivo sportclub sportiva sportivo polisportiva sports spor sportif sportive sportverein sportunion verein cricket regatas
  csd cd sad adr ifk pfk ssv gif ue idraetsforening athletik vfk cscyd cfr cs og ps jk ib umf tk te se vk ork vv vc kfc kvv kfum bois boif gks mosk csyd nv
  sportovni sportowy sportowa sportove sportska sportski sportsko klubb klubben boldklub boldklubben boldklubber bollklubb fotballklubb fotbollsforening
  idrottsforening idrottsforeningen idrottssallskap idrottsallskap idrottsklubb idrettslag idraetsforening gymnastikforening kamraterna allmanna forenede boll
  palloseura jalkapalloklubi palloilijat ungmennafelag ungmennafelagid knattspyrnufelag knattspyrnufelagid ithrottabandalag itrottarfelag handknattleiksfelag
  koninklijke koninklijk royale voetbalclub voetbalvereniging sportvereniging sportkring stichting betaald voetbal
  miejski miedzyzakladowy robotniczy towarzystwo spolka akcyjna egyesulet egylet torna labdarugo futball vasutas
  arbeitersportclub arbeitersportklub ballsportverein turn turnverein ballspielverein sportgemeinde sportgemeinschaft rasenspiele deutscher fussballklub
  social recreativa recreativo civil cultural associacao atletica anonima athlitikos syllogos gymnastikos podosfairikos somateio enosis filathlon
  sportive sportif sportifs athletique union sports kulubleri dernegi buyuksehir belediyesi genclik clubul asociatia fotbalski sportiv sportivul
  grupo unione societa associazione associacao asociacion association corporacion profesional professional
`)

/**
 * Brazil's states: they distinguish Botafogo of Rio from Botafogo of Sao Paulo, and mean nothing next to a unique name.
 */
export const STATE_CODES = words('sp rj mg rs pr pe go ba ce pa rn mt ms es df al pb')

/** Joining words. */
export const STOP_WORDS = words(
  'the of and de del da do dos das di du des der la le les el los las al y e i et en am im in a o',
)

/** Names that many clubs share: alone, they do not identify a club. */
export const GENERIC = words(`
  real inter internacional international athletic athletico atletico atletic racing union unio united city town county rovers rangers wanderers albion
  hotspur dynamo dinamo spartak lokomotiv lokomotive lokomotivi torpedo cska deportivo desportivo sporting sport nacional national independiente
  olympique olympic olimpia olimpija olympia universidad universitario universitatea universitat academica partizan metalurg metallurg metalist shakhtar shakhtyor
  sparta slavia slovan zeleznicar radnicki rudar sloboda borac buducnost napredak proleter jedinstvo mladost omladinac
  hapoel maccabi beitar bnei ironi hakoah estudiantes gimnasia esgrima juventud juventude central san santa santo saint
  america botafogo guarani operario nautico ferroviario bragantino sportivo defensores defensor huracan talleres river libertad
  austria rapid admira vorwarts wacker viktoria victoria eintracht fortuna borussia kickers concordia germania hertha preussen alemannia arminia
  ahli ittihad hilal nasr nassr shabab wahda jazira qadisiya arabi fath fateh faisaly zamalek masry stars star young boys red blue white black
  racing cercle royal olympiakos olympiacos panathinaikos apollon aris ethnikos panionios pas progres etoile avenir stade entente jeunesse
  new north south east west northern southern eastern western state tech bank police army forces stal zorya zaria crvena zvezda
  gornik polonia gwardia unia olimpik metal chemie lok motor dynamos vitoria dragons lions tigers eagles
  gremio wisla brasil bayer bayern sociedad ciudad citta hearts juniors academy
  warriors bulls bears giants hawks kings panthers cardinals jets raiders saints sox
`)

/** Places with several clubs: a shared place alone proves nothing. */
export const SHARED_PLACES = words(`
  manchester sheffield bristol london nottingham dundee glasgow edinburgh belfast dublin cork paris 
  verona murcia ajaccio madeira malatya kayseri wels lustenau elbasani
  milano madrid roma torino genova sevilla barcelona valencia lisboa funchal setubal
  munchen berlin hamburg koln stuttgart frankfurt leipzig dresden chemnitz nurnberg essen augsburg offenbach kiel lubeck wurzburg
  wien graz linz salzburg innsbruck klagenfurt steyr zurich bern genf geneve lausanne 
  brugge brussel bruxelles liege antwerpen gent rotterdam eindhoven amsterdam haag
  praha brno ostrava bratislava kosice trnava budapest warszawa krakow lodz poznan wroclaw gdansk szczecin bydgoszcz
  beograd zagreb ljubljana maribor sarajevo mostar tuzla skopje podgorica tirana prishtina pristina nis novisad
  sofia plovdiv varna burgas bucuresti cluj craiova iasi timisoara ploiesti arad constanta chisinau tiraspol
  moskva petersburg voronezh vladivostok kyiv odesa odessa kharkiv lviv minsk gomel grodno vitebsk soligorsk
  vilnius kaunas riga tallinn tartu narva helsinki turku tampere stockholm goteborg kobenhavn oslo reykjavik torshavn
  istanbul ankara izmir adana athina thessaloniki nicosia limassol larnaca famagusta baku tbilisi batumi kutaisi yerevan gyumri
  jerusalem haifa telaviv cairo alexandria casablanca tunis sfax algiers tehran baghdad riyadh jeddah dubai doha beirut amman damascus
  tokyo osaka seoul busan beijing shanghai guangzhou hongkong bangkok jakarta hanoi mumbai kolkata delhi sydney melbourne perth brisbane auckland
  losangeles newyork chicago krasnodar malmo tirol dallas houston texas carolina michigan florida california ohio illinois virginia washington dakota arizona
  buenosaires cordoba rosario mendoza tucuman laplata sanjuan santiago montevideo asuncion lima cusco bogota medellin cali barranquilla quito guayaquil
  lapaz santacruz cochabamba caracas rio saopaulo belem recife salvador guadalajara mexico
`)

/** Words that distinguish clubs although everything else agrees: Carolina, North Carolina. */
export const DIFFERENTIATORS = words(`
  north south east west northern southern eastern western state tech central new yeni young junge talang old international academy juniors
`)

/** Other spellings of a word, each with its standard spelling. */
const SPELLINGS = new Map(
  Object.entries({
    man: 'manchester',
    brom: 'bromwich',
    jrs: 'juniors',
    jun: 'juniors',
    rasenballsport: 'rb',
    klautern: 'kaiserslautern',
    kc: 'kansascity',
    utd: 'united',
    weds: 'wednesday',
    wed: 'wednesday',
    wolves: 'wolverhampton',
    nottm: 'nottingham',
    notts: 'nottingham',
    mgladbach: 'monchengladbach',
    gladbach: 'monchengladbach',
    bor: 'borussia',
    st: 'saint',
    ste: 'saint',
    sankt: 'saint',
    dep: 'deportivo',
    dvo: 'deportivo',
    atl: 'atletico',
    ath: 'athletic',
    univ: 'universidad',
    uni: 'universidad',
    munich: 'munchen',
    munchner: 'munchen',
    cologne: 'koln',
    nuremberg: 'nurnberg',
    hanover: 'hannover',
    brunswick: 'braunschweig',
    vienna: 'wien',
    wiener: 'wien',
    prague: 'praha',
    praga: 'praha',
    prag: 'praha',
    moscow: 'moskva',
    moskau: 'moskva',
    belgrade: 'beograd',
    belgrad: 'beograd',
    bucharest: 'bucuresti',
    bukarest: 'bucuresti',
    rome: 'roma',
    rom: 'roma',
    milan: 'milano',
    mailand: 'milano',
    turin: 'torino',
    genua: 'genova',
    genoa: 'genova',
    naples: 'napoli',
    neapel: 'napoli',
    florence: 'firenze',
    lisbon: 'lisboa',
    lissabon: 'lisboa',
    lissab: 'lisboa',
    seville: 'sevilla',
    athens: 'athina',
    athen: 'athina',
    warsaw: 'warszawa',
    warschau: 'warszawa',
    krakau: 'krakow',
    cracow: 'krakow',
    posen: 'poznan',
    breslau: 'wroclaw',
    kiev: 'kyiv',
    kiew: 'kyiv',
    lvov: 'lviv',
    lemberg: 'lviv',
    kharkov: 'kharkiv',
    charkiw: 'kharkiv',
    copenhagen: 'kobenhavn',
    kopenhagen: 'kobenhavn',
    gothenburg: 'goteborg',
    bruges: 'brugge',
    ghent: 'gent',
    gand: 'gent',
    antwerp: 'antwerpen',
    anvers: 'antwerpen',
    luttich: 'liege',
    geneva: 'geneve',
    genf: 'geneve',
    tiflis: 'tbilisi',
    marseilles: 'marseille',
    lyons: 'lyon',
    bilbo: 'bilbao',
    espanol: 'espanyol',
    saragossa: 'zaragoza',
    dinamo: 'dynamo',
    lokomotive: 'lokomotiv',
    locomotive: 'lokomotiv',
    locomotiv: 'lokomotiv',
    lok: 'lokomotiv',
    lokomotivi: 'lokomotiv',
    atletic: 'atletico',
    athletico: 'atletico',
    internazionale: 'inter',
  }),
)

/** Names of several words that count as one word. */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\b(new york|los angeles|hong kong|tel aviv|buenos aires|sao paulo|novi sad|kansas city)\b/g, '$1'],
  [/\b(la paz|la plata|santa cruz|san juan)\b/g, '$1'],
  [/\brio de janeiro\b/g, 'rio'],
  [/\bred bull\b/g, 'rb'],
  [/(?<=\p{L}{4}) spor(?= kul|$)/gu, 'spor'],
  [/\bclub sport\b/g, 'cs'],
  [/\bsport club\b|\bsporting club\b(?! de)/g, 'sc'],
  [/\b(rot)[ -]?(weiss)\b/g, 'rw'],
  [/\b(blau)[ -]?(weiss)\b/g, 'bw'],
]

export function joinCompounds(team: string): string {
  return COMPOUNDS.reduce(
    (text, [pattern, joined]) =>
      text.replace(pattern, (found) => (joined === '$1' ? found.replaceAll(' ', '') : joined)),
    team,
  )
}

/** The standard spelling of a folded word. */
export function readSpelling(word: string): string {
  return foldUmlauts(SPELLINGS.get(word) ?? SPELLINGS.get(foldUmlauts(word)) ?? word)
}

const SAME_SPELLING = Map.groupBy([...SPELLINGS].flat(), (word) => foldUmlauts(SPELLINGS.get(word) ?? word))

/** All other spellings with the same standard spelling. */
export function spellingsOf(word: string): string[] {
  const all = new Set(SAME_SPELLING.get(readSpelling(word)) ?? [])
  all.delete(word)
  return [...all]
}
