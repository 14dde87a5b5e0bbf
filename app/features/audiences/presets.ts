import type { EditorAudience } from './editor-queries.server.ts'

type Filled = Omit<EditorAudience, 'id' | 'name' | 'bookmakers' | 'menu_position'>

/** A starting point for a group. It is no legal advice: the operator checks it against the sources. */
export interface Preset {
  /** The country, or `rest` for everywhere else. */
  code: string
  values: Filled
  /** The laws and authorities, by their own names. */
  sources: readonly { name: string; url: string }[]
}

/** Only bookmakers that the operator has ticked, for adults. */
const LICENSED: Filled = {
  countries: '',
  is_rest: false,
  bookmaker_rule: 'only',
  promotions_on: true,
  links_on: true,
  alerts_on: true,
  minimum_age: null,
  adult_mark: true,
  help_text: null,
  help_url: null,
  ad_word: null,
  terms: null,
}

export const PRESETS: readonly Preset[] = [
  {
    code: 'GB',
    values: {
      ...LICENSED,
      countries: 'GB',
      help_text: 'National Gambling Helpline: 0808 8020 133',
      help_url: 'https://www.gamcare.org.uk/',
      ad_word: 'Ad',
      terms: '18+. T&Cs apply.',
    },
    sources: [
      {
        name: 'Gambling Commission: Licence Conditions and Codes of Practice (LCCP)',
        url: 'https://www.gamblingcommission.gov.uk/licensees-and-businesses/lccp',
      },
      {
        name: 'CAP Code, section 16: Gambling',
        url: 'https://www.asa.org.uk/type/non_broadcast/code_section/16.html',
      },
      {
        name: 'Gambling Commission: public register of licensed businesses',
        url: 'https://www.gamblingcommission.gov.uk/public-register',
      },
    ],
  },
  {
    code: 'IT',
    values: {
      ...LICENSED,
      countries: 'IT',
      promotions_on: false,
      links_on: false,
      help_text: 'Telefono verde nazionale per le problematiche legate al gioco d’azzardo: 800 558 822',
      help_url: 'https://www.iss.it/',
      ad_word: 'Pubblicità',
    },
    sources: [
      {
        name: 'Decreto-legge 12 luglio 2018, n. 87 (Decreto Dignità), art. 9',
        url: 'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:decreto.legge:2018-07-12;87',
      },
      { name: 'AGCOM, delibera n. 132/19/CONS', url: 'https://www.agcom.it/' },
      { name: 'Agenzia delle dogane e dei monopoli', url: 'https://www.adm.gov.it/' },
    ],
  },
  {
    code: 'ES',
    values: {
      ...LICENSED,
      countries: 'ES',
      promotions_on: false,
      help_text: 'Juego seguro: 900 200 225',
      help_url: 'https://www.jugarbien.es/',
      ad_word: 'Publicidad',
    },
    sources: [
      {
        name: 'Real Decreto 958/2020, de 3 de noviembre',
        url: 'https://www.boe.es/eli/es/rd/2020/11/03/958',
      },
      { name: 'Ley 13/2011, de 27 de mayo', url: 'https://www.boe.es/eli/es/l/2011/05/27/13' },
      { name: 'Dirección General de Ordenación del Juego', url: 'https://www.ordenacionjuego.es/' },
    ],
  },
  {
    code: 'DE',
    values: {
      ...LICENSED,
      countries: 'DE',
      help_text: 'Hilfe bei Glücksspielsucht: 0800 1 37 27 00',
      help_url: 'https://www.check-dein-spiel.de/',
      ad_word: 'Anzeige',
    },
    sources: [
      {
        name: 'Glücksspielstaatsvertrag 2021, § 5',
        url: 'https://www.gesetze-bayern.de/Content/Document/GlueStV2021',
      },
      {
        name: 'Gemeinsame Glücksspielbehörde der Länder: Whitelist',
        url: 'https://www.gluecksspiel-behoerde.de/',
      },
    ],
  },
  {
    code: 'FR',
    values: {
      ...LICENSED,
      countries: 'FR',
      help_text:
        'Jouer comporte des risques : endettement, isolement, dépendance. Appelez le 09 74 75 13 13.',
      help_url: 'https://www.joueurs-info-service.fr/',
      ad_word: 'Publicité',
    },
    sources: [
      {
        name: 'Loi n° 2010-476 du 12 mai 2010',
        url: 'https://www.legifrance.gouv.fr/loda/id/JORFTEXT000022204510',
      },
      { name: 'Autorité nationale des jeux', url: 'https://anj.fr/' },
    ],
  },
  {
    code: 'PT',
    values: {
      ...LICENSED,
      countries: 'PT',
      help_text: 'Linha Vida: 1414',
      help_url: 'https://www.srij.turismodeportugal.pt/',
      ad_word: 'Publicidade',
    },
    sources: [
      {
        name: 'Decreto-Lei n.º 66/2015, de 29 de abril',
        url: 'https://diariodarepublica.pt/dr/detalhe/decreto-lei/66-2015-67098359',
      },
      {
        name: 'Serviço de Regulação e Inspeção de Jogos',
        url: 'https://www.srij.turismodeportugal.pt/',
      },
    ],
  },
  {
    code: 'TR',
    values: {
      ...LICENSED,
      countries: 'TR',
      promotions_on: false,
      links_on: false,
      minimum_age: 18,
      ad_word: 'Reklam',
    },
    sources: [
      {
        name: '7258 sayılı Futbol ve Diğer Spor Müsabakalarında Bahis ve Şans Oyunları Düzenlenmesi Hakkında Kanun',
        url: 'https://www.mevzuat.gov.tr/mevzuat?MevzuatNo=7258&MevzuatTur=1&MevzuatTertip=3',
      },
    ],
  },
  {
    code: 'rest',
    values: { ...LICENSED, is_rest: true, promotions_on: false, minimum_age: 18 },
    sources: [
      {
        name: 'International Association of Gaming Regulators: members',
        url: 'https://www.iagr.org/',
      },
    ],
  },
]

/** What a preset sets in a group. @param name the preset's, for a group without a name */
export function fillFrom(
  { values }: Preset,
  name: string,
  named: string,
): Preset['values'] & { name?: string } {
  return named.trim() === '' ? { ...values, name } : values
}
