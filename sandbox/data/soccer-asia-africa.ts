import { type SandboxLeague, teams } from '../league.ts'

export const soccerAsiaAfrica: SandboxLeague[] = [
  {
    sport: 'Soccer',
    country: 'Japan',
    league: 'J League',
    oddsApiKey: 'soccer_japan_j_league',
    oddsApiTitle: 'J League',
    zone: 'Asia/Tokyo',
    teams: teams(`
      Kashima Antlers, Kashiwa Reysol, Kyoto Sanga FC = Kyoto Sanga, Sanfrecce Hiroshima, Vissel Kobe,
      Machida Zelvia = FC Machida Zelvia, Urawa Red Diamonds, Kawasaki Frontale, Gamba Osaka,
      Cerezo Osaka, FC Tokyo, Avispa Fukuoka, Fagiano Okayama, Shimizu S Pulse = Shimizu S-Pulse,
      Yokohama F. Marinos, Nagoya Grampus, Tokyo Verdy, Yokohama FC, Shonan Bellmare, Albirex Niigata
    `),
  },
  {
    sport: 'Soccer',
    country: 'South Korea',
    league: 'K League 1',
    oddsApiKey: 'soccer_korea_kleague1',
    oddsApiTitle: 'K League 1',
    zone: 'Asia/Seoul',
    teams: teams(`
      Jeonbuk Hyundai Motors, Daejeon Citizen, Gimcheon Sangmu, Pohang Steelers, Gangwon FC, FC Seoul,
      Gwangju FC, FC Anyang, Ulsan Hyundai FC, Suwon FC, Jeju United FC, Daegu FC
    `),
  },
  {
    sport: 'Soccer',
    country: 'China',
    league: 'Super League',
    oddsApiKey: 'soccer_china_superleague',
    oddsApiTitle: 'Super League - China',
    zone: 'Asia/Shanghai',
    teams: teams(`
      Shanghai SIPG FC, Shanghai Shenhua FC = Shanghai Shenhua, Chengdu Rongcheng FC = Chengdu Rongcheng,
      Beijing FC, Shandong Taishan, Tianjin Jinmen Tiger FC = Tianjin Jinmen Tiger, Zhejiang,
      Yunnan Yukun, Qingdao West Coast, Henan FC, Dalian Yingbo, Shenzhen Peng City, Qingdao Hainiu,
      Wuhan Three Towns, Meizhou Hakka, Changchun Yatai
    `),
  },
  {
    sport: 'Soccer',
    country: 'Australia',
    league: 'A League',
    oddsApiKey: 'soccer_australia_aleague',
    oddsApiTitle: 'A-League',
    zone: 'Australia/Sydney',
    teams: teams(`
      Auckland FC, Melbourne City, Melbourne Victory, Western Sydney Wanderers, Adelaide United,
      Sydney FC, Newcastle Jets FC = Newcastle Jets, Macarthur FC,
      Wellington Phoenix FC = Wellington Phoenix, Central Coast Mariners, Brisbane Roar, Perth Glory
    `),
  },
  {
    sport: 'Soccer',
    country: 'India',
    league: 'Super League',
    oddsApiKey: 'soccer_india_super_league',
    oddsApiTitle: 'Indian Super League',
    zone: 'Asia/Kolkata',
    teams: teams(`
      Mohun Bagan Super Giant, FC Goa, Bengaluru FC = Bengaluru, NorthEast United FC, Jamshedpur FC,
      Mumbai City FC = Mumbai City, East Bengal FC = East Bengal, Odisha FC, Kerala Blasters, Punjab FC,
      Chennaiyin FC, Hyderabad FC, Mohammedan SC
    `),
  },
  {
    sport: 'Soccer',
    country: 'Saudi Arabia',
    league: 'Pro League',
    oddsApiKey: 'soccer_saudi_arabia_pro_league',
    oddsApiTitle: 'Saudi Pro League',
    zone: 'Asia/Riyadh',
    teams: teams(`
      Al Hilal, Al Nassr, Al Ahli, Al Ittihad, Al Qadsiah, Al Taawoun, Al Ettifaq = Al-Ettifaq, Al Shabab,
      Neom SC, Al Fateh, Al Khaleej, Al Hazem, Al Fayha, Al Riyadh, Al Kholood, Damac FC, Al Okhdood,
      Al Najma
    `),
  },
  {
    sport: 'Soccer',
    country: 'Qatar',
    league: 'Stars League',
    oddsApiKey: 'soccer_qatar_stars_league',
    oddsApiTitle: 'Qatar Stars League',
    zone: 'Asia/Qatar',
    teams: teams(`
      Al Sadd = Al-Sadd SC, Al Duhail = Al-Duhail SC, Al Gharafa, Al Rayyan = Al-Rayyan SC, Al Ahli Doha,
      Al Wakrah, Qatar SC, Al Arabi, Al Shamal = Al-Shamal SC, Umm Salal, Al Shahaniya, Al Sailiya
    `),
  },
  {
    sport: 'Soccer',
    country: 'United Arab Emirates',
    league: 'Pro League',
    oddsApiKey: 'soccer_united_arab_emirates_pro_league',
    oddsApiTitle: 'UAE Pro League',
    zone: 'Asia/Dubai',
    teams: teams(`
      Shabab Al Ahli Dubai, Al Ain = Al-Ain FC, Al Wahda, Sharjah = Sharjah FC, Al Jazira, Al Wasl,
      Al Nasr Dubai, Ajman, Khor Fakkan = Khorfakkan, Kalba, Baniyas, Al Bataeh, Dibba, Al Dhafra
    `),
  },
  {
    sport: 'Soccer',
    country: 'Iran',
    league: 'Persian Gulf Pro League',
    oddsApiKey: 'soccer_iran_persian_gulf_pro_league',
    oddsApiTitle: 'Persian Gulf Pro League',
    zone: 'Asia/Tehran',
    teams: teams(`
      Tractor = Tractor Tabriz, Sepahan, Persepolis = Persepolis Tehran, Esteghlal = Esteghlal Tehran,
      Foolad, Gol Gohar Sirjan, Malavan, Chadormalou, Aluminium Arak, Zob Ahan, Kheybar Khorramabad,
      Shams Azar Qazvin, Esteghlal Khuzestan, Fajr Sepasi, Paykan, Mes Rafsanjan
    `),
  },
  {
    sport: 'Soccer',
    country: 'Iraq',
    league: 'Stars League',
    oddsApiKey: 'soccer_iraq_stars_league',
    oddsApiTitle: 'Iraq Stars League',
    zone: 'Asia/Baghdad',
    teams: teams(`
      Al Shorta = Al-Shorta SC, Al Zawraa = Al-Zawraa SC, Al Quwa Al Jawiya = Al-Quwa Al-Jawiya,
      Zakho = Zakho SC, Erbil, Al Talaba, Duhok, Al Karma, Al Minaa, Naft Maysan, Al Najaf = Najaf FC,
      Newroz, Al Karkh, Al Kahrabaa, Al Naft, Al Qasim
    `),
  },
  {
    sport: 'Soccer',
    country: 'Uzbekistan',
    league: 'Super League',
    oddsApiKey: 'soccer_uzbekistan_super_league',
    oddsApiTitle: 'Uzbekistan Super League',
    zone: 'Asia/Tashkent',
    teams: teams(`
      Neftchi Fergana = Neftchi, Pakhtakor, Nasaf Qarshi, AGMK, Navbahor Namangan,
      Dinamo Samarqand = Dinamo Samarkand, Bunyodkor, Andijon, Sogdiana Jizzakh, Surkhon Termez, Qizilqum,
      Kokand 1912, Mashal, Buxoro, Khorazm, Shurtan Guzar
    `),
  },
  {
    sport: 'Soccer',
    country: 'Thailand',
    league: 'Thai League 1',
    oddsApiKey: 'soccer_thailand_thai_league_1',
    oddsApiTitle: 'Thai League 1',
    zone: 'Asia/Bangkok',
    teams: teams(`
      Buriram United = Buriram Utd, Port FC = Port, Ratchaburi FC = Ratchaburi,
      BG Pathum United = BG Pathum Utd, Bangkok United, Muangthong United, Chiangrai United, Rayong,
      Ayutthaya United = Ayutthaya Utd, Prachuap FC, Uthai Thani, Sukhothai, Lamphun Warriors, Chonburi,
      Kanchanaburi Power, Nakhon Ratchasima
    `),
  },
  {
    sport: 'Soccer',
    country: 'Malaysia',
    league: 'Super League',
    oddsApiKey: 'soccer_malaysia_super_league',
    oddsApiTitle: 'Malaysia Super League',
    zone: 'Asia/Kuala_Lumpur',
    teams: teams(`
      Johor Darul Takzim = Johor Darul Ta'zim, Selangor = Selangor FC, Kuching City, Kuala Lumpur City,
      Terengganu, Sabah, Immigration FC, Negeri Sembilan, DPMM FC = Brunei DPMM, Penang, PDRM,
      Kelantan TRW, Melaka
    `),
  },
  {
    sport: 'Soccer',
    country: 'Indonesia',
    league: 'Super League',
    oddsApiKey: 'soccer_indonesia_super_league',
    oddsApiTitle: 'Indonesia Super League',
    zone: 'Asia/Jakarta',
    teams: teams(`
      Persib Bandung = Persib, Borneo FC, Persija Jakarta = Persija, Malut United, PSIM Yogyakarta,
      Persebaya Surabaya, Bali United, Bhayangkara FC, Persita Tangerang, Arema FC = Arema, Dewa United,
      Madura United, PSM Makassar, Persik Kediri, Persijap Jepara, PSBS Biak, Semen Padang, Persis Solo
    `),
  },
  {
    sport: 'Soccer',
    country: 'Vietnam',
    league: 'V League 1',
    oddsApiKey: 'soccer_vietnam_v_league_1',
    oddsApiTitle: 'V.League 1',
    zone: 'Asia/Ho_Chi_Minh',
    teams: teams(`
      Nam Dinh, Ninh Binh, Cong An Ha Noi = Cong An Hanoi, The Cong Viettel, Hanoi FC,
      Hai Phong = Haiphong FC, Cong An Ho Chi Minh City, Hong Linh Ha Tinh, Hoang Anh Gia Lai,
      Becamex Binh Duong, Song Lam Nghe An, Thanh Hoa, SHB Da Nang, PVF Cong An Nhan Dan
    `),
  },
  {
    sport: 'Soccer',
    country: 'Singapore',
    league: 'Premier League',
    oddsApiKey: 'soccer_singapore_premier_league',
    oddsApiTitle: 'Singapore Premier League',
    zone: 'Asia/Singapore',
    teams: teams(`
      Lion City Sailors = Lion City, BG Tampines Rovers, Albirex Niigata Singapore = Albirex Niigata S,
      Geylang International, Balestier Khalsa, Hougang United, Tanjong Pagar United, Young Lions
    `),
  },
  {
    sport: 'Soccer',
    country: 'Jordan',
    league: 'Pro League',
    oddsApiKey: 'soccer_jordan_pro_league',
    oddsApiTitle: 'Jordanian Pro League',
    zone: 'Asia/Amman',
    teams: teams(`
      Al Hussein Irbid = Al-Hussein SC, Al Wehdat = Al-Wehdat SC, Al Faisaly Amman, Al Ramtha, Al Salt,
      Al Jazeera Amman, Shabab Al Ordon, Al Ahli Amman, Al Baqaa, Al Sarhan
    `),
  },
  {
    sport: 'Soccer',
    country: 'Egypt',
    league: 'Premier League',
    oddsApiKey: 'soccer_egypt_premier_league',
    oddsApiTitle: 'Egyptian Premier League',
    zone: 'Africa/Cairo',
    teams: teams(`
      Al Ahly = Al Ahly Cairo, Pyramids FC = Pyramids, Zamalek, Al Masry, Ceramica Cleopatra,
      National Bank of Egypt, Smouha, ENPPI, Wadi Degla, Petrojet, El Gouna = El Gouna FC,
      Modern Sport FC, ZED FC = ZED, Ghazl El Mahalla, Al Ittihad Alexandria, Tala'ea El Gaish, Pharco,
      Haras El Hodoud, Al Mokawloon, Ismaily
    `),
  },
  {
    sport: 'Soccer',
    country: 'Morocco',
    league: 'Botola Pro',
    oddsApiKey: 'soccer_morocco_botola_pro',
    oddsApiTitle: 'Botola Pro',
    zone: 'Africa/Casablanca',
    teams: teams(`
      RS Berkane, AS FAR Rabat = FAR Rabat, Raja Casablanca = Raja CA, Wydad Casablanca = Wydad AC,
      Maghreb de Fès = Maghreb Fes, FUS Rabat, Kawkab Marrakech, Difaâ El Jadida, Olympic Safi,
      Renaissance Zemamra, Ittihad Tanger, CODM Meknès, Hassania Agadir, Olympique Dcheira, Union Touarga,
      Yacoub El Mansour
    `),
  },
  {
    sport: 'Soccer',
    country: 'Tunisia',
    league: 'Ligue 1',
    oddsApiKey: 'soccer_tunisia_ligue_1',
    oddsApiTitle: 'Ligue 1 - Tunisia',
    zone: 'Africa/Tunis',
    teams: teams(`
      Espérance Tunis = Esperance de Tunis, Club Africain, Stade Tunisien, CS Sfaxien = Sfaxien,
      Étoile du Sahel = Etoile Sportive du Sahel, US Monastir = Monastir, ES Zarzis, ES Métlaoui,
      CA Bizertin = Bizertin, JS Omrane, Olympique Béja, AS Marsa, JS Kairouan, US Ben Guerdane, AS Gabès,
      AS Soliman
    `),
  },
  {
    sport: 'Soccer',
    country: 'Algeria',
    league: 'Ligue 1',
    oddsApiKey: 'soccer_algeria_ligue_1',
    oddsApiTitle: 'Ligue 1 - Algeria',
    zone: 'Africa/Algiers',
    teams: teams(`
      MC Alger, CR Belouizdad = Belouizdad, USM Alger, JS Kabylie = Kabylie, JS Saoura, MC Oran,
      CS Constantine, Paradou AC = Paradou, ES Sétif, Olympique Akbou, USM Khenchela, ASO Chlef,
      ES Ben Aknoun, MB Rouissat, MC El Bayadh, ES Mostaganem
    `),
  },
  {
    sport: 'Soccer',
    country: 'South Africa',
    league: 'Premiership',
    oddsApiKey: 'soccer_south_africa_premiership',
    oddsApiTitle: 'Premiership - South Africa',
    zone: 'Africa/Johannesburg',
    teams: teams(`
      Mamelodi Sundowns = Sundowns, Orlando Pirates, Kaizer Chiefs, Sekhukhune United,
      AmaZulu = AmaZulu FC, Stellenbosch FC = Stellenbosch, Durban City, Polokwane City, Golden Arrows,
      TS Galaxy, Richards Bay, Siwelele FC, Chippa United, Marumo Gallants, Magesi FC = Magesi,
      Orbit College
    `),
  },
  {
    sport: 'Soccer',
    country: 'Nigeria',
    league: 'Premier Football League',
    oddsApiKey: 'soccer_nigeria_premier_football_league',
    oddsApiTitle: 'Nigeria Premier Football League',
    zone: 'Africa/Lagos',
    teams: teams(`
      Remo Stars = Remo Stars FC, Rivers United, Enyimba = Enyimba FC, Rangers International,
      Nasarawa United, Abia Warriors, Shooting Stars = Shooting Stars SC, Ikorodu City, Kano Pillars,
      Plateau United, Bendel Insurance, Katsina United, Kwara United, Bayelsa United, Niger Tornadoes,
      El Kanemi Warriors = El-Kanemi, Warri Wolves, Barau FC, Wikki Tourists, Kun Khalifat
    `),
  },
  {
    sport: 'Soccer',
    country: 'Ghana',
    league: 'Premier League',
    oddsApiKey: 'soccer_ghana_premier_league',
    oddsApiTitle: 'Ghana Premier League',
    zone: 'Africa/Accra',
    teams: teams(`
      Asante Kotoko = Asante Kotoko SC, Hearts of Oak = Accra Hearts of Oak, Medeama = Medeama SC,
      Bibiani Gold Stars, Heart of Lions, Aduana Stars, Samartex, Dreams FC, Berekum Chelsea, Nations FC,
      Bechem United, Karela United, Basake Holy Stars, Young Apostles, Vision FC, Hohoe United,
      Swedru All Blacks, Eleven Wonders
    `),
  },
  {
    sport: 'Soccer',
    country: 'Kenya',
    league: 'Premier League',
    oddsApiKey: 'soccer_kenya_premier_league',
    oddsApiTitle: 'Kenyan Premier League',
    zone: 'Africa/Nairobi',
    teams: teams(`
      Gor Mahia = Gor Mahia FC, Kenya Police = Kenya Police FC, Tusker = Tusker FC, AFC Leopards,
      Kakamega Homeboyz, Shabana = Shabana FC, Bandari, KCB, Nairobi United, Mathare United,
      Kariobangi Sharks, Posta Rangers, Ulinzi Stars, Murang'a Seal, Mara Sugar, Bidco United, Sofapaka,
      APS Bomet
    `),
  },
  {
    sport: 'Soccer',
    country: 'Tanzania',
    league: 'Premier League',
    oddsApiKey: 'soccer_tanzania_premier_league',
    oddsApiTitle: 'Tanzanian Premier League',
    zone: 'Africa/Dar_es_Salaam',
    teams: teams(`
      Young Africans = Young Africans SC, Simba = Simba SC, Azam FC = Azam, Singida Black Stars,
      JKT Tanzania, Tabora United, Dodoma Jiji, Mashujaa, Namungo, Pamba Jiji,
      Coastal Union = Coastal Union Tanga, Tanzania Prisons, Fountain Gate, KMC = KMC FC, Mbeya City,
      Mtibwa Sugar
    `),
  },
]
