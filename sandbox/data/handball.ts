import { type SandboxLeague, teams } from '../league.ts'

export const handball: SandboxLeague[] = [
  {
    sport: 'Handball',
    country: 'Germany',
    league: 'Bundesliga',
    oddsApiKey: 'handball_germany_bundesliga',
    oddsApiTitle: 'Handball-Bundesliga',
    zone: 'Europe/Berlin',
    teams: teams(`
      SC Magdeburg = Magdeburg, Fuchse Berlin = Füchse Berlin,
      Flensburg-Handewitt = SG Flensburg-Handewitt, THW Kiel, MT Melsungen, VfL Gummersbach, TBV Lemgo,
      Hannover-Burgdorf, Rhein-Neckar Lowen = Rhein-Neckar Löwen, HSV Hamburg, Bergischer HC,
      Frisch Auf Goppingen, TVB Stuttgart, ThSV Eisenach, HC Erlangen, HSG Wetzlar, SC DHfK Leipzig,
      GWD Minden
    `),
  },
  {
    sport: 'Handball',
    country: 'France',
    league: 'Starligue',
    oddsApiKey: 'handball_france_starligue',
    oddsApiTitle: 'Starligue',
    zone: 'Europe/Paris',
    teams: teams(`
      Paris Saint-Germain, HBC Nantes = Nantes, Montpellier HB = Montpellier, Toulouse, Aix, Limoges,
      Saint-Raphael, Chambery Savoie, USAM Nimes Gard, Chartres, Tremblay, Cesson-Rennes, Dunkerque,
      Dijon, Selestat, Istres
    `),
  },
  {
    sport: 'Handball',
    country: 'Spain',
    league: 'Liga Asobal',
    oddsApiKey: 'handball_spain_liga_asobal',
    oddsApiTitle: 'Liga Asobal',
    zone: 'Europe/Madrid',
    teams: teams(`
      Barcelona = FC Barcelona, Bidasoa Irun = Bidasoa Irún, Torrelavega, Granollers = BM Granollers,
      Logrono La Rioja, Ademar Leon, Cuenca, Puente Genil, Huesca, Nava, Valladolid, Cangas,
      Villa de Aranda, Guadalajara, Caserio Ciudad Real, Alicante
    `),
  },
  {
    sport: 'Handball',
    country: 'Denmark',
    league: 'Handboldligaen',
    oddsApiKey: 'handball_denmark_handboldligaen',
    oddsApiTitle: 'Handboldligaen',
    zone: 'Europe/Copenhagen',
    teams: teams(`
      Aalborg Handbold = Aalborg, GOG, Skjern, Fredericia = Fredericia HK, Bjerringbro-Silkeborg,
      Skanderborg AGF, Mors-Thy, Ribe-Esbjerg, TTH Holstebro, SonderjyskE = Sønderjyske, Nordsjaelland,
      KIF Kolding, Ringsted, HOJ Elite
    `),
  },
  {
    sport: 'Handball',
    country: 'Poland',
    league: 'Superliga',
    oddsApiKey: 'handball_poland_superliga',
    oddsApiTitle: 'Superliga',
    zone: 'Europe/Warsaw',
    teams: teams(`
      Wisla Plock = Orlen Wisła Płock, Industria Kielce, Ostrovia Ostrow Wielkopolski,
      Gornik Zabrze = Górnik Zabrze, Wybrzeze Gdansk, Chrobry Glogow, Azoty Pulawy, MMTS Kwidzyn,
      Gwardia Opole, Zaglebie Lubin = Zagłębie Lubin, Kalisz, Stal Mielec, KPR Legionowo, Piotrkowianin
    `),
  },
  {
    sport: 'Handball',
    country: 'Hungary',
    league: 'Nemzeti Bajnoksag',
    oddsApiKey: 'handball_hungary_nemzeti_bajnoksag',
    oddsApiTitle: 'Nemzeti Bajnoksag',
    zone: 'Europe/Budapest',
    teams: teams(`
      Veszprem = One Veszprém HC, Pick Szeged = SC Pick Szeged, Tatabanya, Ferencvaros, Balatonfured,
      Csurgo, Gyongyos, Komlo, PLER Budapest, Dabas, NEKA, Eger
    `),
  },
]
