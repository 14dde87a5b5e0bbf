/**
 * The content that an operator would add to the demonstration's feed: an order of countries, affiliate buttons,
 * promotions, the spin wheel and a footer, in every built-in language. It is written once, in one transaction, and is
 * fictional.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { bookmakers as sandboxBookmakers } from '../sandbox/market.ts'

/** The countries that are listed first in each sport. */
const FIRST_COUNTRIES = ['INT', 'GB-ENG', 'ES', 'IT', 'DE', 'FR', 'PT', 'NL', 'BR', 'AR', 'US']

/** Bookmakers of the sandbox that have a button and a promotion. */
const DEMO_BOOKMAKERS = ['Brightmere', 'Corvane', 'Fennlines', 'Larkfield']

const COPYRIGHT = '© Overround'

interface Texts {
  button: string
  subtitle: string
  description: string
  wheel: [title: string, subTitle: string, button: string]
  about: [title: string, text: string]
  /** The headings of the lists of links and of the social media. */
  headings: [links: string, legal: string, social: string]
}

const TEXTS: Record<string, Texts> = {
  en: {
    button: 'Bet now',
    subtitle: 'Welcome offer',
    description: 'Invented for the demonstration: there is nothing to win here.',
    wheel: ['Spin The Wheel', 'Try your luck and win prizes!', 'Spin Now'],
    about: [
      'About',
      'Every bookmaker builds a margin into its odds. Here you see it, and who asks for the least.',
    ],
    headings: ['Quick links', 'Legal', 'Follow us'],
  },
  it: {
    button: 'Scommetti',
    subtitle: 'Offerta di benvenuto',
    description: 'Inventata per la dimostrazione: qui non si vince nulla.',
    wheel: ['Gira la ruota', 'Tenta la fortuna e vinci premi!', 'Gira ora'],
    about: [
      'Chi siamo',
      'Ogni bookmaker mette un margine nelle sue quote. Qui lo vedi, e vedi chi chiede di meno.',
    ],
    headings: ['Link rapidi', 'Note legali', 'Seguici'],
  },
  es: {
    button: 'Apostar',
    subtitle: 'Oferta de bienvenida',
    description: 'Inventada para la demostración: aquí no se gana nada.',
    wheel: ['Gira la ruleta', '¡Prueba suerte y gana premios!', 'Girar ahora'],
    about: [
      'Acerca de',
      'Cada casa de apuestas incluye un margen en sus cuotas. Aquí lo ves, y quién pide menos.',
    ],
    headings: ['Enlaces rápidos', 'Aviso legal', 'Síguenos'],
  },
  de: {
    button: 'Zum Angebot',
    subtitle: 'Willkommensangebot',
    description: 'Für die Demo erfunden: Hier gibt es nichts zu gewinnen.',
    wheel: ['Glücksrad drehen', 'Versuche dein Glück und gewinne Preise!', 'Jetzt drehen'],
    about: [
      'Über uns',
      'Jeder Buchmacher rechnet eine Marge in seine Quoten. Hier siehst du sie, und wer am wenigsten nimmt.',
    ],
    headings: ['Schnellzugriff', 'Rechtliches', 'Folge uns'],
  },
  fr: {
    button: 'Parier',
    subtitle: 'Offre de bienvenue',
    description: 'Inventée pour la démonstration : il n’y a rien à gagner ici.',
    wheel: ['Tournez la roue', 'Tentez votre chance et gagnez des prix !', 'Tourner'],
    about: [
      'À propos',
      'Chaque bookmaker inclut une marge dans ses cotes. Ici, vous la voyez, et qui prend le moins.',
    ],
    headings: ['Liens rapides', 'Mentions légales', 'Suivez-nous'],
  },
  pt: {
    button: 'Apostar',
    subtitle: 'Oferta de boas-vindas',
    description: 'Inventada para a demonstração: aqui não há nada a ganhar.',
    wheel: ['Rode a roleta', 'Tente a sua sorte e ganhe prémios!', 'Rodar agora'],
    about: [
      'Sobre nós',
      'Cada casa de apostas inclui uma margem nas suas odds. Aqui vê-a, e quem pede menos.',
    ],
    headings: ['Ligações rápidas', 'Informação legal', 'Siga-nos'],
  },
  tr: {
    button: 'Bahis yap',
    subtitle: 'Hoş geldiniz teklifi',
    description: 'Tanıtım için uydurulmuştur: burada kazanılacak bir şey yok.',
    wheel: ['Çarkı çevirin', 'Şansınızı deneyin, ödül kazanın!', 'Şimdi çevirin'],
    about: [
      'Hakkımızda',
      'Her bahis sitesi oranlarına bir marj ekler. Burada onu ve en azını kimin istediğini görürsünüz.',
    ],
    headings: ['Hızlı bağlantılar', 'Yasal', 'Bizi takip edin'],
  },
  ar: {
    button: 'راهن الآن',
    subtitle: 'عرض ترحيبي',
    description: 'عرض متخيل للتجربة: لا يوجد هنا ما تربحه.',
    wheel: ['أدر العجلة', 'جرّب حظك واربح الجوائز!', 'أدر الآن'],
    about: ['من نحن', 'تضيف كل شركة مراهنات هامشًا إلى أسعارها. هنا تراه، وترى من يطلب الأقل.'],
    headings: ['روابط سريعة', 'معلومات قانونية', 'تابعنا'],
  },
}

/** The commission of the demonstration's exchanges, in per cent of what is won: their feed does not state it. */
const DEMO_COMMISSION = 2

/** Creates the exchanges before any feed names them, so that their prices are compared net of commission from the first one on. */
export async function addDemoExchanges({ kysely }: Database): Promise<void> {
  const exchanges = sandboxBookmakers.filter(({ isExchange }) => isExchange)
  await kysely
    .insertInto('bookmakers')
    .values(
      exchanges.map(({ key, name }) => ({
        ...{ key, name, slug: key, brand: key, kind: 'exchange', commission: DEMO_COMMISSION },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds what is missing. Changes that an operator made to the demonstration stay. */
export async function addDemoOffers(database: Database): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const existing = await trx.selectFrom('affiliate_buttons').select('id').limit(1).executeTakeFirst()
    if (existing) return
    await trx
      .updateTable('countries')
      .set({ menu_position: FIRST_COUNTRIES.length + 1 })
      .execute()
    for (const [index, code] of FIRST_COUNTRIES.entries()) {
      await trx
        .updateTable('countries')
        .set({ menu_position: index + 1 })
        .where('code', '=', code)
        .execute()
    }
    const english = TEXTS.en as Texts
    const rows = await trx.selectFrom('languages').select(['id', 'code']).execute()
    // The settings, buttons and promotions themselves have the English texts: a translation would hide an operator's
    // change.
    const languages = rows.flatMap(({ id, code }) => {
      const texts = TEXTS[code]
      return texts && code !== 'en' ? [{ id, texts }] : []
    })
    const bookmakers = await trx
      .selectFrom('bookmakers')
      .select(['id', 'name'])
      .where('name', 'in', DEMO_BOOKMAKERS)
      .execute()
    for (const [index, partner] of DEMO_BOOKMAKERS.entries()) {
      const link = `https://${partner.toLowerCase()}.example/`
      const bookmakerId = bookmakers.find(({ name }) => name === partner)?.id ?? null
      const { id } = await trx
        .insertInto('affiliate_buttons')
        .values({
          provider: partner,
          bookmaker_id: bookmakerId,
          button_text: english.button,
          button_link: link,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('multilingual_affiliate_buttons')
        .values(
          languages.map(({ id: language_id, texts }) => ({
            affiliate_button_id: id,
            language_id,
            button_text: texts.button,
          })),
        )
        .execute()
      const promotion = await trx
        .insertInto('promotions')
        .values({
          title: partner,
          bookmaker_id: bookmakerId,
          subtitle: english.subtitle,
          description: english.description,
          button_text: english.button,
          button_link: link,
          menu_position: index + 1,
          star_rating: 5 - (index % 2),
          side_menu_offer: index === 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('multilingual_promotions')
        .values(
          languages.map(({ id: language_id, texts }) => ({
            promotion_id: promotion.id,
            language_id,
            title: partner,
            subtitle: texts.subtitle,
            description: texts.description,
            button_text: texts.button,
          })),
        )
        .execute()
    }
    await trx
      .updateTable('site_settings')
      .set({
        spin_wheel_sidebar_on: true,
        spin_wheel_enabled: true,
        spin_wheel_link: 'https://brightmere.example/wheel',
        footer_about_title: english.about[0],
        footer_about_text: english.about[1],
        footer_links_title: english.headings[0],
        footer_legal_title: english.headings[1],
        footer_social_title: english.headings[2],
        footer_copyright_text: COPYRIGHT,
        spin_wheel_title: english.wheel[0],
        spin_wheel_sub_title: english.wheel[1],
        spin_wheel_button_text: english.wheel[2],
      })
      .execute()
    await trx
      .insertInto('multilingual_spin_wheel')
      .values(
        languages.map(({ id: language_id, texts: { wheel } }) => ({
          language_id,
          title: wheel[0],
          sub_title: wheel[1],
          button_text: wheel[2],
        })),
      )
      .execute()
    await trx
      .insertInto('multilingual_footer_sections')
      .values(
        languages.map(({ id: language_id, texts: { about, headings } }) => ({
          language_id,
          about_title: about[0],
          about_text: about[1],
          links_title: headings[0],
          legal_title: headings[1],
          social_title: headings[2],
          copyright_text: COPYRIGHT,
        })),
      )
      .execute()
  })
}

/** Doubtful pairs of matches in the demonstration. */
const MOST_DOUBTS = 3

/**
 * Pairs of matches for the queue of doubtful ones: two contests of clubs whose men and women play on one day, and one that
 * is the same match, in a league that a feed names with its season. The feeds of the demonstration leave no doubt
 * themselves, and that league is hidden, so that no contest is listed twice.
 */
export async function addDemoDoubts({ kysely }: Database): Promise<void> {
  const known = await kysely.selectFrom('match_reviews').select('id').limit(1).executeTakeFirst()
  if (known) return
  await kysely.transaction().execute(addSameMatch)
  await sql`
    insert into match_reviews (match_id, candidate_id, reason)
    select a.id, b.id, 'opponent' from matches a
    join matches b on b.country_id = a.country_id and b.league_id <> a.league_id
      and (b.home_team = a.home_team or b.away_team = a.away_team)
      and b.start_time between a.start_time - interval '12 hours' and a.start_time + interval '12 hours'
    join leagues l on l.id = a.league_id and l.is_active join leagues k on k.id = b.league_id and k.is_active
    where a.id < b.id and a.start_time > now() and b.start_time > now()
    order by a.start_time, a.id, b.id limit ${MOST_DOUBTS}`.execute(kysely)
}

/** A match of the next days that another feed lists with the season in the name of its league. */
async function addSameMatch(trx: Kysely<DB>): Promise<void> {
  const match = await trx
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .select([
      'm.id',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'm.slug',
      'm.sport_name',
      'm.country_name',
    ])
    .select(['l.name', 'l.slug as league_slug', 'l.sport_id', 'l.country_id'])
    .where('m.start_time', '>', sql<Date>`now() + interval '1 day'`)
    .where('m.bookmaker_count', '>', 1)
    .where('m.sport_name', '=', 'Soccer')
    .orderBy('m.start_time')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()
  if (!match) return
  const { home_team, away_team, start_time, slug, sport_id, country_id } = match
  const year = start_time.getUTCFullYear() - (start_time.getUTCMonth() < SEASON_BEGINS ? 1 : 0)
  const name = `${match.name} ${year}/${String(year + 1).slice(-2)}`
  const league = await trx
    .insertInto('leagues')
    .values({
      ...{ name, sport_id, country_id, is_active: false },
      slug: `${match.league_slug}-${year}-${String(year + 1).slice(-2)}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const copy = await trx
    .insertInto('matches')
    .values({
      ...{ home_team, away_team, start_time, slug, sport_id, country_id },
      ...{ sport_name: match.sport_name, country_name: match.country_name },
      ...{ league_id: league.id, league_name: name },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('match_reviews')
    .values({ match_id: copy.id, candidate_id: match.id, reason: 'league' })
    .execute()
}

/** July. */
const SEASON_BEGINS = 6
