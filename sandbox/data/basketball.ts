import { type SandboxLeague, teams } from '../league.ts'

export const basketball: SandboxLeague[] = [
  {
    sport: 'Basketball',
    country: 'USA',
    league: 'NBA',
    oddsApiKey: 'basketball_nba',
    oddsApiTitle: 'NBA',
    zone: 'America/New_York',
    teams: teams(`
      Oklahoma City Thunder, Denver Nuggets, Cleveland Cavaliers, Houston Rockets,
      New York Knicks = NY Knicks, San Antonio Spurs, Detroit Pistons, Los Angeles Lakers = LA Lakers,
      Minnesota Timberwolves, Boston Celtics, Orlando Magic, Golden State Warriors, Toronto Raptors,
      Philadelphia 76ers = Philadelphia Sixers, Los Angeles Clippers, Miami Heat, Atlanta Hawks,
      Phoenix Suns, Milwaukee Bucks, Portland Trail Blazers
    `),
  },
  {
    sport: 'Basketball',
    country: 'Australia',
    league: 'NBL',
    oddsApiKey: 'basketball_nbl',
    oddsApiTitle: 'NBL',
    zone: 'Australia/Sydney',
    teams: teams(`
      Sydney Kings, Adelaide 36ers = Adelaide 36'ers, South East Melbourne Phoenix, Perth Wildcats,
      Melbourne United, Illawarra Hawks, Tasmania JackJumpers = Tasmania Jack Jumpers,
      New Zealand Breakers, Brisbane Bullets, Cairns Taipans
    `),
  },
  {
    sport: 'Basketball',
    country: 'International',
    league: 'Euroleague',
    oddsApiKey: 'basketball_euroleague',
    oddsApiTitle: 'Basketball Euroleague',
    zone: 'Europe/Madrid',
    teams: teams(`
      Olympiacos, Fenerbahce, Real Madrid, Panathinaikos, Monaco, Hapoel Tel Aviv,
      Barcelona = FC Barcelona, Zalgiris Kaunas, Valencia, Crvena Zvezda, Olimpia Milano, Anadolu Efes,
      Partizan, Bayern Munich = FC Bayern München, Dubai Basketball, Virtus Bologna, Maccabi Tel Aviv,
      Paris Basketball, Baskonia, ASVEL
    `),
  },
  {
    sport: 'Basketball',
    country: 'Spain',
    league: 'Liga Endesa',
    oddsApiKey: 'basketball_spain_liga_endesa',
    oddsApiTitle: 'Liga Endesa',
    zone: 'Europe/Madrid',
    teams: teams(`
      Real Madrid, Valencia, Barcelona = FC Barcelona, UCAM Murcia, Unicaja, La Laguna Tenerife,
      Joventut Badalona, Baskonia, Bilbao Basket, Gran Canaria = CB Gran Canaria, Manresa, Girona,
      Zaragoza, Breogan, Lleida, Burgos, Andorra, Granada
    `),
  },
  {
    sport: 'Basketball',
    country: 'Italy',
    league: 'Lega A',
    oddsApiKey: 'basketball_italy_lega_a',
    oddsApiTitle: 'Lega A',
    zone: 'Europe/Rome',
    teams: teams(`
      Virtus Bologna, Olimpia Milano, Brescia = Germani Brescia, Reyer Venezia, Derthona Tortona, Trieste,
      Aquila Trento, Trapani Shark, Reggiana, Napoli Basket, Varese, Udine, Cremona, Dinamo Sassari,
      Cantu, Treviso Basket
    `),
  },
  {
    sport: 'Basketball',
    country: 'Germany',
    league: 'Basketball Bundesliga',
    oddsApiKey: 'basketball_germany_basketball_bundesliga',
    oddsApiTitle: 'Basketball Bundesliga',
    zone: 'Europe/Berlin',
    teams: teams(`
      Bayern Munich = FC Bayern München, Ratiopharm Ulm, Alba Berlin, Wurzburg Baskets = Würzburg Baskets,
      Bonn = Telekom Baskets Bonn, Bamberg Baskets, Oldenburg, Rasta Vechta, Trier, Ludwigsburg,
      Chemnitz 99ers, Rostock Seawolves, Braunschweig, Hamburg Towers, Skyliners Frankfurt,
      Mitteldeutscher BC, Science City Jena, Academics Heidelberg
    `),
  },
  {
    sport: 'Basketball',
    country: 'France',
    league: 'Betclic Elite',
    oddsApiKey: 'basketball_france_betclic_elite',
    oddsApiTitle: 'Betclic Elite',
    zone: 'Europe/Paris',
    teams: teams(`
      Monaco, Paris Basketball, ASVEL, Bourg-en-Bresse, Nanterre 92, Cholet Basket = Cholet, Le Mans,
      Strasbourg, Chalon-sur-Saone, Limoges, Dijon, Gravelines-Dunkerque, Boulazac, Nancy, Le Portel,
      Saint-Quentin
    `),
  },
  {
    sport: 'Basketball',
    country: 'Greece',
    league: 'Basket League',
    oddsApiKey: 'basketball_greece_basket_league',
    oddsApiTitle: 'Basket League',
    zone: 'Europe/Athens',
    teams: teams(`
      Olympiacos, Panathinaikos, AEK Athens, PAOK = PAOK Thessaloniki, Aris, Promitheas Patras, Peristeri,
      Iraklis, Kolossos Rhodes, Mykonos, Maroussi = Maroussi Athens, Karditsa, Panionios
    `),
  },
  {
    sport: 'Basketball',
    country: 'Turkey',
    league: 'Super League',
    oddsApiKey: 'basketball_turkey_super_league',
    oddsApiTitle: 'Super League',
    zone: 'Europe/Istanbul',
    teams: teams(`
      Fenerbahce, Anadolu Efes, Besiktas = Beşiktaş, Bahcesehir Koleji, Galatasaray,
      Turk Telekom = Türk Telekom, Tofas Bursa, Trabzonspor, Bursaspor, Mersin, Esenler Erokspor, Manisa,
      Karsiyaka, Merkezefendi Belediyesi, Petkimspor, Buyukcekmece
    `),
  },
  {
    sport: 'Basketball',
    country: 'Argentina',
    league: 'Liga Nacional',
    oddsApiKey: 'basketball_argentina_liga_nacional',
    oddsApiTitle: 'Liga Nacional',
    zone: 'America/Argentina/Buenos_Aires',
    teams: teams(`
      Boca Juniors = Boca, Instituto = Instituto de Córdoba, Quimsa = AA Quimsa, Ferro Carril Oeste,
      Regatas Corrientes, Obera = Oberá Tenis Club, Gimnasia Comodoro, Independiente Oliva,
      San Martin Corrientes, Olimpico La Banda, Union Santa Fe, Platense, Penarol Mar del Plata,
      Obras Sanitarias, San Lorenzo, Argentino Junin, La Union Formosa, Racing Chivilcoy
    `),
  },
  {
    sport: 'Basketball',
    country: 'China',
    league: 'Basketball Association',
    oddsApiKey: 'basketball_china_basketball_association',
    oddsApiTitle: 'Basketball Association',
    zone: 'Asia/Shanghai',
    teams: teams(`
      Zhejiang Lions = Zhejiang Guangsha Lions, Guangdong Southern Tigers, Beijing Ducks, Shanxi Loongs,
      Liaoning Flying Leopards, Shanghai Sharks, Xinjiang Flying Tigers, Qingdao Eagles, Shandong Heroes,
      Zhejiang Golden Bulls, Guangzhou Loong Lions, Shenzhen Leopards, Beijing Royal Fighters,
      Nanjing Monkey Kings, Tianjin Pioneers, Jilin Northeast Tigers, Fujian Sturgeons, Jiangsu Dragons,
      Ningbo Rockets, Sichuan Blue Whales
    `),
  },
  {
    sport: 'Basketball',
    country: 'Japan',
    league: 'B League',
    oddsApiKey: 'basketball_japan_b_league',
    oddsApiTitle: 'B League',
    zone: 'Asia/Tokyo',
    teams: teams(`
      Utsunomiya Brex, Nagasaki Velca, Ryukyu Golden Kings = Ryukyu, Alvark Tokyo, Chiba Jets,
      SeaHorses Mikawa, Nagoya Diamond Dolphins, Gunma Crane Thunders, Shimane Susanoo Magic,
      Hiroshima Dragonflies, San-en NeoPhoenix, Sunrockers Shibuya, Osaka Evessa, Yokohama B-Corsairs,
      Levanga Hokkaido, Sendai 89ers, Kawasaki Brave Thunders, Altiri Chiba, Saga Ballooners,
      Ibaraki Robots
    `),
  },
  {
    sport: 'Basketball',
    country: 'Poland',
    league: 'Basket Liga',
    oddsApiKey: 'basketball_poland_basket_liga',
    oddsApiTitle: 'Basket Liga',
    zone: 'Europe/Warsaw',
    teams: teams(`
      Legia Warszawa = Legia Warsaw, Trefl Sopot, Start Lublin, Anwil Wloclawek = Anwil Włocławek,
      King Szczecin, Gornik Walbrzych, Slask Wroclaw = Śląsk Wrocław, Czarni Slupsk,
      Dziki Warszawa = Dziki Warsaw, Stal Ostrow Wielkopolski, Zastal Zielona Gora, Arka Gdynia,
      MKS Dabrowa Gornicza, Twarde Pierniki Torun, Miasto Szkla Krosno, GTK Gliwice
    `),
  },
]
