import { type SandboxLeague, teams } from '../league.ts'

export const soccerEast: SandboxLeague[] = [
  {
    sport: 'Soccer',
    country: 'Poland',
    league: 'Ekstraklasa',
    oddsApiKey: 'soccer_poland_ekstraklasa',
    oddsApiTitle: 'Ekstraklasa - Poland',
    zone: 'Europe/Warsaw',
    teams: teams(`
      Lech Poznań = Lech Poznan, Raków Częstochowa = Rakow, Jagiellonia Białystok,
      Legia Warszawa = Legia Warsaw, Górnik Zabrze, Pogoń Szczecin, Cracovia Kraków = Cracovia,
      Widzew Łódź, Zagłębie Lubin, Wisła Płock, Korona Kielce, Radomiak Radom, Motor Lublin, GKS Katowice,
      Piast Gliwice, Lechia Gdańsk = Lechia Gdansk
    `),
  },
  {
    sport: 'Soccer',
    country: 'Czech Republic',
    league: 'First League',
    oddsApiKey: 'soccer_czech_republic_first_league',
    oddsApiTitle: 'Czech First League',
    zone: 'Europe/Prague',
    teams: teams(`
      Slavia Praha = Slavia Prague, Sparta Praha = Sparta Prague, Viktoria Plzeň = FC Viktoria Plzen,
      Baník Ostrava = Banik Ostrava, FK Jablonec, Sigma Olomouc, Slovan Liberec, Hradec Králové,
      Bohemians 1905 = Bohemians Praha 1905, MFK Karviná, Mladá Boleslav, FC Zlín = Zlin, FK Teplice,
      Slovácko = 1. FC Slovacko, Dukla Praha, FK Pardubice
    `),
  },
  {
    sport: 'Soccer',
    country: 'Slovakia',
    league: 'First League',
    oddsApiKey: 'soccer_slovakia_first_league',
    oddsApiTitle: 'First League - Slovakia',
    zone: 'Europe/Bratislava',
    teams: teams(`
      Slovan Bratislava, MŠK Žilina = Zilina, DAC Dunajská Streda, Spartak Trnava, Železiarne Podbrezová,
      MFK Zemplín Michalovce, FC Košice, AS Trenčín, MFK Ružomberok, KFC Komárno, MFK Skalica,
      Tatran Prešov
    `),
  },
  {
    sport: 'Soccer',
    country: 'Hungary',
    league: 'First League',
    oddsApiKey: 'soccer_hungary_first_league',
    oddsApiTitle: 'First League - Hungary',
    zone: 'Europe/Budapest',
    teams: teams(`
      Ferencváros = Ferencvarosi TC, Puskás Akadémia, Győri ETO, Paksi FC, Debreceni VSC, MTK Budapest,
      Újpest FC, Diósgyőri VTK, Kisvárda FC, Zalaegerszegi TE, Nyíregyháza Spartacus, Kazincbarcikai SC
    `),
  },
  {
    sport: 'Soccer',
    country: 'Romania',
    league: 'Liga 1',
    oddsApiKey: 'soccer_romania_liga_1',
    oddsApiTitle: 'Liga 1 - Romania',
    zone: 'Europe/Bucharest',
    teams: teams(`
      FCSB = FCSB Bucuresti, CFR Cluj = CFR 1907 Cluj, Universitatea Craiova, Universitatea Cluj,
      Rapid București = Rapid Bucharest, Dinamo București = Dinamo Bucharest, FC Botoșani,
      FC Argeș Pitești, Farul Constanța, UTA Arad, Oțelul Galați, Petrolul Ploiești, FC Hermannstadt,
      Csíkszereda Miercurea Ciuc, Unirea Slobozia, Metaloglobus București
    `),
  },
  {
    sport: 'Soccer',
    country: 'Bulgaria',
    league: 'First League',
    oddsApiKey: 'soccer_bulgaria_first_league',
    oddsApiTitle: 'First League - Bulgaria',
    zone: 'Europe/Sofia',
    teams: teams(`
      Ludogorets Razgrad = Ludogorets, Levski Sofia, CSKA Sofia = PFC CSKA-Sofia, CSKA 1948 Sofia,
      Cherno More Varna = Cherno More, Lokomotiv Plovdiv, Arda Kardzhali, Botev Plovdiv, Slavia Sofia,
      Spartak Varna, Lokomotiv Sofia, Botev Vratsa, Beroe Stara Zagora, Septemvri Sofia,
      Dobrudzha Dobrich, FC Montana
    `),
  },
  {
    sport: 'Soccer',
    country: 'Greece',
    league: 'Super League',
    oddsApiKey: 'soccer_greece_super_league',
    oddsApiTitle: 'Super League - Greece',
    zone: 'Europe/Athens',
    teams: teams(`
      Olympiakos Piraeus = Olympiacos, PAOK Thessaloniki = PAOK, AEK Athens,
      Panathinaikos FC = Panathinaikos, Aris Thessaloniki, Levadiakos, OFI Crete, Volos FC,
      Atromitos Athens, Asteras Tripolis, Panetolikos Agrinio, AE Kifisia, AE Larissa = AEL Larissa,
      Panserraikos FC
    `),
  },
  {
    sport: 'Soccer',
    country: 'Turkey',
    league: 'Super League',
    oddsApiKey: 'soccer_turkey_super_league',
    oddsApiTitle: 'Turkey Super League',
    zone: 'Europe/Istanbul',
    teams: teams(`
      Galatasaray, Fenerbahce = Fenerbahçe, Trabzonspor, Besiktas JK = Beşiktaş,
      Istanbul Basaksehir = Başakşehir FK, Samsunspor, Göztepe = Goztepe Izmir, Gaziantep FK, Konyaspor,
      Alanyaspor, Çaykur Rizespor, Kocaelispor, Kasimpasa SK, Antalyaspor, Genclerbirligi SK, Eyüpspor
    `),
  },
  {
    sport: 'Soccer',
    country: 'Cyprus',
    league: 'First Division',
    oddsApiKey: 'soccer_cyprus_first_division',
    oddsApiTitle: 'First Division - Cyprus',
    zone: 'Asia/Nicosia',
    teams: teams(`
      Pafos FC = Pafos, Aris Limassol, Omonia Nicosia = AC Omonia Nicosia, AEK Larnaca,
      APOEL Nicosia = APOEL, Apollon Limassol, Anorthosis Famagusta = Anorthosis, AEL Limassol,
      Akritas Chlorakas, Krasava Ypsonas, Ethnikos Achna, Omonia Aradippou, Olympiakos Nicosia,
      Enosis Paralimni
    `),
  },
  {
    sport: 'Soccer',
    country: 'Israel',
    league: 'Premier League',
    oddsApiKey: 'soccer_israel_premier_league',
    oddsApiTitle: 'Premier League - Israel',
    zone: 'Asia/Jerusalem',
    teams: teams(`
      Hapoel Beer Sheva = Hapoel Be'er Sheva, Maccabi Tel Aviv, Beitar Jerusalem, Maccabi Haifa,
      Hapoel Tel Aviv, Hapoel Haifa, Maccabi Netanya, Hapoel Petah Tikva = Hapoel Petach Tikva,
      Bnei Sakhnin = Ihud Bnei Sakhnin, Ironi Kiryat Shmona, Ironi Tiberias, MS Ashdod = FC Ashdod,
      Hapoel Jerusalem, Maccabi Bnei Reineh
    `),
  },
  {
    sport: 'Soccer',
    country: 'Croatia',
    league: 'First Football League',
    oddsApiKey: 'soccer_croatia_first_football_league',
    oddsApiTitle: 'First Football League - Croatia',
    zone: 'Europe/Zagreb',
    teams: teams(`
      Dinamo Zagreb = GNK Dinamo Zagreb, Hajduk Split, HNK Rijeka = Rijeka, NK Varaždin = Varazdin,
      Slaven Belupo, NK Osijek = Osijek, Lokomotiva Zagreb, Istra 1961, HNK Gorica, Vukovar 1991
    `),
  },
  {
    sport: 'Soccer',
    country: 'Serbia',
    league: 'Superliga',
    oddsApiKey: 'soccer_serbia_superliga',
    oddsApiTitle: 'Superliga - Serbia',
    zone: 'Europe/Belgrade',
    teams: teams(`
      Red Star Belgrade = Crvena Zvezda, Partizan Belgrade, Vojvodina = Vojvodina Novi Sad,
      Čukarički = Cukaricki, TSC Bačka Topola = Backa Topola, OFK Beograd, Novi Pazar, Železničar Pančevo,
      Radnički 1923 Kragujevac, IMT Novi Beograd, Radnik Surdulica, Mladost Lučani, Javor Ivanjica,
      Radnički Niš, Spartak Subotica, Napredak Kruševac
    `),
  },
  {
    sport: 'Soccer',
    country: 'Slovenia',
    league: 'Prva Liga',
    oddsApiKey: 'soccer_slovenia_prva_liga',
    oddsApiTitle: 'Prva Liga - Slovenia',
    zone: 'Europe/Ljubljana',
    teams: teams(`
      NK Celje = Celje, Olimpija Ljubljana, NK Maribor = Maribor, FC Koper, NK Bravo, NK Radomlje,
      NŠ Mura, NK Aluminij, NK Primorje, NK Domžale
    `),
  },
  {
    sport: 'Soccer',
    country: 'Bosnia and Herzegovina',
    league: 'Premier League',
    oddsApiKey: 'soccer_bosnia_and_herzegovina_premier_league',
    oddsApiTitle: 'Premier League - Bosnia and Herzegovina',
    zone: 'Europe/Sarajevo',
    teams: teams(`
      Borac Banja Luka, Zrinjski Mostar, FK Sarajevo, Željezničar Sarajevo = Zeljeznicar,
      Velež Mostar = Velez Mostar, Široki Brijeg, Radnik Bijeljina, HŠK Posušje, Sloga Doboj,
      Rudar Prijedor
    `),
  },
  {
    sport: 'Soccer',
    country: 'Montenegro',
    league: 'First League',
    oddsApiKey: 'soccer_montenegro_first_league',
    oddsApiTitle: 'First League - Montenegro',
    zone: 'Europe/Podgorica',
    teams: teams(`
      Budućnost Podgorica, Sutjeska Nikšić = Sutjeska Niksic, Petrovac = OFK Petrovac, Mornar Bar,
      Dečić Tuzi, Mladost Donja Gorica, Bokelj Kotor, Jezero Plav, Arsenal Tivat, Jedinstvo Bijelo Polje
    `),
  },
  {
    sport: 'Soccer',
    country: 'North Macedonia',
    league: 'First League',
    oddsApiKey: 'soccer_north_macedonia_first_league',
    oddsApiTitle: 'First League - North Macedonia',
    zone: 'Europe/Skopje',
    teams: teams(`
      Shkëndija Tetovo = Shkendija, Vardar Skopje = Vardar, Sileks Kratovo, Struga Trim-Lum,
      Rabotnički Skopje = Rabotnicki, Tikvesh Kavadarci, Akademija Pandev, Shkupi Skopje, Pelister Bitola,
      Makedonija Gjorče Petrov, Bashkimi Kumanovo, Arsimi
    `),
  },
  {
    sport: 'Soccer',
    country: 'Albania',
    league: 'Kategoria Superiore',
    oddsApiKey: 'soccer_albania_kategoria_superiore',
    oddsApiTitle: 'Kategoria Superiore - Albania',
    zone: 'Europe/Tirane',
    teams: teams(`
      Egnatia Rrogozhinë, Vllaznia Shkodër, Dinamo City, Partizani Tirana = Partizani, AF Elbasani,
      KF Tirana, Teuta Durrës, Bylis Ballsh, KF Vora, Flamurtari Vlorë
    `),
  },
  {
    sport: 'Soccer',
    country: 'Kosovo',
    league: 'Superliga',
    oddsApiKey: 'soccer_kosovo_superliga',
    oddsApiTitle: 'Superliga - Kosovo',
    zone: 'Europe/Belgrade',
    teams: teams(`
      Drita Gjilan, Ballkani Suva Reka, Malisheva, FC Prishtina = Prishtina, SC Gjilani, Dukagjini Klina,
      Llapi Podujeva, FC Ferizaj, Drenica Skenderaj, Prishtina e Re
    `),
  },
  {
    sport: 'Soccer',
    country: 'Ukraine',
    league: 'Premier League',
    oddsApiKey: 'soccer_ukraine_premier_league',
    oddsApiTitle: 'Premier League - Ukraine',
    zone: 'Europe/Kyiv',
    teams: teams(`
      Shakhtar Donetsk = FC Shakhtar Donetsk, Dynamo Kyiv = Dynamo Kiev,
      Polissya Zhytomyr = Polissia Zhytomyr, LNZ Cherkasy, Kryvbas Kryvyi Rih = Kryvbas, Kolos Kovalivka,
      Metalist 1925 Kharkiv, Karpaty Lviv, Zorya Luhansk, Veres Rivne, Rukh Lviv, Obolon Kyiv,
      FC Oleksandriya, Kudrivka, Epitsentr Kamianets-Podilskyi, SC Poltava
    `),
  },
  {
    sport: 'Soccer',
    country: 'Belarus',
    league: 'Premier League',
    oddsApiKey: 'soccer_belarus_premier_league',
    oddsApiTitle: 'Premier League - Belarus',
    zone: 'Europe/Minsk',
    teams: teams(`
      ML Vitebsk, Dinamo Minsk = Dynamo Minsk, Slavia Mozyr, BATE Borisov, Torpedo-BelAZ Zhodino,
      Neman Grodno, Isloch Minsk Region, FC Gomel, Dynamo Brest = Dinamo Brest, FC Minsk,
      Arsenal Dzerzhinsk, FC Vitebsk, Naftan Novopolotsk, Smorgon, FC Slutsk, FC Molodechno
    `),
  },
  {
    sport: 'Soccer',
    country: 'Russia',
    league: 'Premier League',
    oddsApiKey: 'soccer_russia_premier_league',
    oddsApiTitle: 'Premier League - Russia',
    zone: 'Europe/Moscow',
    teams: teams(`
      Zenit St Petersburg = Zenit Saint Petersburg, FC Krasnodar = Krasnodar,
      Spartak Moscow = Spartak Moskva, CSKA Moscow = PFC CSKA Moskva, Lokomotiv Moscow,
      Dinamo Moscow = Dynamo Moscow, Baltika Kaliningrad, Rubin Kazan, Akhmat Grozny, FC Rostov,
      Krylya Sovetov Samara, Akron Togliatti, Dynamo Makhachkala, FC Orenburg, Nizhny Novgorod, FC Sochi
    `),
  },
  {
    sport: 'Soccer',
    country: 'Georgia',
    league: 'Erovnuli Liga',
    oddsApiKey: 'soccer_georgia_erovnuli_liga',
    oddsApiTitle: 'Erovnuli Liga - Georgia',
    zone: 'Asia/Tbilisi',
    teams: teams(`
      Iberia 1999 = Iberia 1999 Tbilisi, Dila Gori, Torpedo Kutaisi, Dinamo Tbilisi = FC Dinamo Tbilisi,
      Dinamo Batumi, FC Gagra = Gagra Tbilisi, Samgurali Tskaltubo, FC Telavi,
      Kolkheti 1913 Poti = Kolkheti Poti, Gareji Sagarejo
    `),
  },
  {
    sport: 'Soccer',
    country: 'Armenia',
    league: 'Premier League',
    oddsApiKey: 'soccer_armenia_premier_league',
    oddsApiTitle: 'Premier League - Armenia',
    zone: 'Asia/Yerevan',
    teams: teams(`
      FC Noah = Noah Yerevan, Ararat-Armenia, Pyunik Yerevan = FC Pyunik, Urartu Yerevan = FC Urartu,
      Alashkert, FC Van, Ararat Yerevan, BKMA Yerevan, Gandzasar Kapan, Shirak Gyumri
    `),
  },
  {
    sport: 'Soccer',
    country: 'Azerbaijan',
    league: 'Premier League',
    oddsApiKey: 'soccer_azerbaijan_premier_league',
    oddsApiTitle: 'Premier League - Azerbaijan',
    zone: 'Asia/Baku',
    teams: teams(`
      Qarabağ FK = Qarabag Agdam, Sabah FK = Sabah Baku, Neftçi Baku = Neftchi Baku, Turan Tovuz,
      Araz Naxçıvan = Araz-Naxcivan, Zira FK, Sumqayıt FK, Şamaxı FK, Qəbələ FK, Imişli FK, Kapaz Ganja,
      Karvan Yevlakh
    `),
  },
  {
    sport: 'Soccer',
    country: 'Kazakhstan',
    league: 'Premier League',
    oddsApiKey: 'soccer_kazakhstan_premier_league',
    oddsApiTitle: 'Premier League - Kazakhstan',
    zone: 'Asia/Almaty',
    teams: teams(`
      Kairat Almaty = FC Kairat, FC Astana = Astana, Tobol Kostanay, FC Aktobe = Aktobe, Elimai Semey,
      Ordabasy Shymkent, Okzhetpes Kokshetau, Zhenis Astana, Kyzylzhar Petropavl, Ulytau Zhezkazgan,
      Kaisar Kyzylorda, Zhetysu Taldykorgan, FC Atyrau, FC Turan
    `),
  },
  {
    sport: 'Soccer',
    country: 'Estonia',
    league: 'Meistriliiga',
    oddsApiKey: 'soccer_estonia_meistriliiga',
    oddsApiTitle: 'Meistriliiga - Estonia',
    zone: 'Europe/Tallinn',
    teams: teams(`
      Flora Tallinn = FC Flora, Levadia Tallinn, Nõmme Kalju = Nomme Kalju, Paide Linnameeskond = Paide,
      Narva Trans = JK Narva Trans, Vaprus Pärnu, Harju Laagri, Tammeka Tartu, FC Kuressaare,
      Tallinna Kalev
    `),
  },
  {
    sport: 'Soccer',
    country: 'Latvia',
    league: 'Virsliga',
    oddsApiKey: 'soccer_latvia_virsliga',
    oddsApiTitle: 'Virsliga - Latvia',
    zone: 'Europe/Riga',
    teams: teams(`
      Riga FC, RFS, FK Liepāja = Liepaja, FK Auda, BFC Daugavpils, FS Jelgava, Grobiņas SC,
      FK Tukums 2000, Super Nova, FS Metta
    `),
  },
  {
    sport: 'Soccer',
    country: 'Lithuania',
    league: 'A Lyga',
    oddsApiKey: 'soccer_lithuania_a_lyga',
    oddsApiTitle: 'A Lyga - Lithuania',
    zone: 'Europe/Vilnius',
    teams: teams(`
      Kauno Žalgiris = Kauno Zalgiris, Hegelmann Litauen = FC Hegelmann,
      Žalgiris Vilnius = Zalgiris Vilnius, Sūduva Marijampolė, FK Panevėžys, FA Šiauliai, Džiugas Telšiai,
      Banga Gargždai, Dainava Alytus, Riteriai Vilnius
    `),
  },
  {
    sport: 'Soccer',
    country: 'Moldova',
    league: 'Super Liga',
    oddsApiKey: 'soccer_moldova_super_liga',
    oddsApiTitle: 'Super Liga - Moldova',
    zone: 'Europe/Chisinau',
    teams: teams(`
      Sheriff Tiraspol = FC Sheriff, Petrocub Hîncești = Petrocub Hincesti,
      Zimbru Chișinău = Zimbru Chisinau, Milsami Orhei, FC Bălți, Dacia Buiucani, Spartanii Sportul,
      Politehnica UTM
    `),
  },
  {
    sport: 'Soccer',
    country: 'Malta',
    league: 'Premier League',
    oddsApiKey: 'soccer_malta_premier_league',
    oddsApiTitle: 'Premier League - Malta',
    zone: 'Europe/Malta',
    teams: teams(`
      Ħamrun Spartans = Hamrun Spartans, Floriana FC = Floriana, Sliema Wanderers = Sliema, Birkirkara FC,
      Marsaxlokk FC, Valletta FC = Valletta, Hibernians FC, Gżira United, Mosta FC, Żabbar St. Patrick,
      Naxxar Lions, Tarxien Rainbows
    `),
  },
  {
    sport: 'Soccer',
    country: 'Luxembourg',
    league: 'National Division',
    oddsApiKey: 'soccer_luxembourg_national_division',
    oddsApiTitle: 'National Division - Luxembourg',
    zone: 'Europe/Luxembourg',
    teams: teams(`
      FC Differdange 03 = Differdange, F91 Dudelange, Atert Bissen, Racing Union Luxembourg, UNA Strassen,
      Progrès Niederkorn = Progres Niederkorn, Jeunesse Esch, Swift Hesperange, US Mondorf, US Hostert,
      UN Käerjéng 97, Union Titus Pétange, Victoria Rosport, Jeunesse Canach, FC Mamer 32, Rodange 91
    `),
  },
  {
    sport: 'Soccer',
    country: 'Northern Ireland',
    league: 'Premiership',
    oddsApiKey: 'soccer_northern_ireland_premiership',
    oddsApiTitle: 'Premiership - Northern Ireland',
    zone: 'Europe/London',
    teams: teams(`
      Linfield = Linfield FC, Larne, Glentoran = Glentoran FC, Coleraine, Crusaders = Crusaders Belfast,
      Cliftonville, Dungannon Swifts = Dungannon, Portadown, Ballymena United, Carrick Rangers, Glenavon,
      Bangor FC
    `),
  },
]
