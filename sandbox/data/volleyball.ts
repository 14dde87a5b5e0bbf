import { type SandboxLeague, teams } from '../league.ts'

export const volleyball: SandboxLeague[] = [
  {
    sport: 'Volleyball',
    country: 'Italy',
    league: 'Superlega',
    oddsApiKey: 'volleyball_italy_superlega',
    oddsApiTitle: 'Superlega',
    zone: 'Europe/Rome',
    teams: teams(`
      Sir Safety Perugia, Trentino Volley, Lube Civitanova, Verona, Modena Volley, Piacenza,
      Powervolley Milano, Cisterna, Monza, Padova, Cuneo, Grottazzolina
    `),
  },
  {
    sport: 'Volleyball',
    country: 'Poland',
    league: 'Plusliga',
    oddsApiKey: 'volleyball_poland_plusliga',
    oddsApiTitle: 'Plusliga',
    zone: 'Europe/Warsaw',
    teams: teams(`
      Warta Zawiercie, LUK Lublin = Bogdanka LUK Lublin, Projekt Warszawa = Projekt Warsaw,
      Resovia Rzeszow, ZAKSA Kedzierzyn-Kozle, Jastrzebski Wegiel = Jastrzębski Węgiel, Skra Belchatow,
      AZS Olsztyn, Trefl Gdansk, Norwid Czestochowa, Slepsk Suwalki, Stilon Gorzow, Barkom-Kazhany Lviv,
      ChKS Chelm
    `),
  },
  {
    sport: 'Volleyball',
    country: 'Turkey',
    league: 'Efeler Ligi',
    oddsApiKey: 'volleyball_turkey_efeler_ligi',
    oddsApiTitle: 'Efeler Ligi',
    zone: 'Europe/Istanbul',
    teams: teams(`
      Ziraat Bankkart, Halkbank = Halkbank Ankara, Galatasaray, Fenerbahce = Fenerbahçe, Spor Toto,
      Altekma, Istanbul BBSK, Bursa Buyuksehir Belediyespor, Alanya Belediyespor, Cizre Belediyespor,
      Gebze Belediyesi, Akkus Belediyespor
    `),
  },
  {
    sport: 'Volleyball',
    country: 'Brazil',
    league: 'Superliga',
    oddsApiKey: 'volleyball_brazil_superliga',
    oddsApiTitle: 'Superliga',
    zone: 'America/Sao_Paulo',
    teams: teams(`
      Sada Cruzeiro = Cruzeiro, Volei Renata Campinas, Praia Clube, Minas Tenis Clube, Sesi Bauru,
      Suzano Volei, Joinville, Guarulhos, Sao Jose Volei, Monte Carmelo, Goias, Juiz de Fora
    `),
  },
  {
    sport: 'Volleyball',
    country: 'Japan',
    league: 'V League',
    oddsApiKey: 'volleyball_japan_v_league',
    oddsApiTitle: 'V League',
    zone: 'Asia/Tokyo',
    teams: teams(`
      Osaka Bluteon, Suntory Sunbirds Osaka = Suntory Sunbirds, JTEKT Stings Aichi = Jtekt Stings,
      Wolfdogs Nagoya = Wolf Dogs Nagoya, Hiroshima Thunders, Tokyo Great Bears,
      Nippon Steel Sakai Blazers, Toray Arrows Shizuoka, VC Nagano Tridents, Voreas Hokkaido
    `),
  },
  {
    sport: 'Volleyball',
    country: 'France',
    league: 'Ligue A',
    oddsApiKey: 'volleyball_france_ligue_a',
    oddsApiTitle: 'Ligue A',
    zone: 'Europe/Paris',
    teams: teams(`
      Tours VB = Tours, Montpellier = Montpellier HSC VB, Poitiers, Chaumont, Saint-Nazaire, Tourcoing,
      Sete = Arago de Sète, Paris Volley, Toulouse, Nantes Reze, Narbonne, Nice, Le Plessis-Robinson,
      Saint-Quentin
    `),
  },
]
