import { MATCH_CONTENT } from '#app/features/match-content/commands.server.ts'
import { listContentLanguages, listMatchContent } from '#app/features/match-content/editor-queries.server.ts'
import type { ContentLanguage, StoredContent } from '#app/features/match-content/editor-schema.ts'
import { VARIABLES } from '#app/features/match-content/rules.ts'
import {
  MATCH_CONTENT_COLUMNS,
  type MatchContent,
  type MatchContentColumn,
} from '#app/features/match-content/schema.ts'
import { withoutInheritedBuiltIn } from '#app/features/translations/inherited-texts.ts'
import { saveItemTranslation } from '#app/features/translations/items.server.ts'
import { itemTranslation } from '#app/features/translations/items-schema.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConflictPanel } from '#app/ui/admin/conflict-panel.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { UnsavedGuard } from '#app/ui/admin/unsaved-guard.tsx'
import { useSaveKey } from '#app/ui/admin/use-save-key.ts'
import { type Texts, useTranslations } from '#app/ui/admin/use-translations.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { TemplateField } from '../settings/template-field.tsx'
import type { Route } from './+types/route'
import { ContentPreview } from './content-preview.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'texts.read')
  const [languages, contents] = await reading(
    services,
    'translations',
    Promise.all([listContentLanguages(services), listMatchContent(services)]),
  )
  return { languages, contents }
}

export const action = adminAction('texts.change', async ({ services, actor, request }) =>
  saveItemTranslation(services, MATCH_CONTENT, await readJson(request, itemTranslation), actor),
)

const GROUPS = [
  { name: 'main', columns: ['title_template', 'description_template'] },
  { name: 'history', columns: ['history_odds_title', 'history_odds_template'] },
  { name: 'highest-win', columns: ['highest_win_title', 'highest_win_template'] },
  { name: 'safest-bet', columns: ['safest_bet_title', 'safest_bet_template'] },
] as const satisfies { name: string; columns: MatchContentColumn[] }[]

/** All but the texts of the page itself. */
const OPTIONAL = MATCH_CONTENT_COLUMNS.filter(
  (column) => column !== 'title_template' && column !== 'description_template',
)

export default function ManageMatchContent({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { languages, contents } = loaderData
  const fallbacks = (id: string) => fallbackContent(id, languages, contents)
  const panel = useTranslations({
    owner: null,
    rows: contents,
    columns: MATCH_CONTENT_COLUMNS,
    defaults: (id) => fallbacks(id),
    optional: OPTIONAL,
    action: '/admin/match-content',
    preset: languages[0]?.id,
  })
  const language = languages.find(({ id }) => id === panel.language)
  useSaveKey(panel.dirty && !panel.saving, panel.save)
  const columnLabel = (column: string) => textOfKey(t, `content.${column.replaceAll('_', '-')}`)
  return (
    <AdminPage title={t('content.title')} description={t('content.description')}>
      <UnsavedGuard when={panel.dirty} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <form
          className="flex min-w-0 flex-col gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            panel.save()
          }}
        >
          <Reading>
            <SelectField
              label={t('translate.language')}
              value={panel.language}
              onValue={panel.select}
              options={[
                { value: '', text: t('translate.choose') },
                ...languages.map(({ id, name }) => ({
                  value: id,
                  text: `${name}${panel.isStored(id) ? ' ✓' : ''}${panel.isDirty(id) ? ' •' : ''}`,
                })),
              ]}
            />
          </Reading>
          {language && !panel.isStored(language.id) && (
            <p className="text-sm text-muted">{t('content.defaults')}</p>
          )}
          {language &&
            GROUPS.map(({ name, columns }) => (
              <Panel key={name} title={t(`content.group.${name}`)}>
                {columns.map((column) => (
                  <TemplateField
                    key={column}
                    label={columnLabel(column)}
                    value={panel.shown[column] ?? ''}
                    variables={VARIABLES[column]}
                    rows={column.endsWith('template') && column !== 'title_template' ? 3 : 1}
                    changed={panel.isChanged(column)}
                    problem={problemText(t, panel.problemOf(column))}
                    placeholder={fallbacks(language.id)[column]}
                    onValue={(text) => panel.set(column, text)}
                  />
                ))}
              </Panel>
            ))}
          <div className="sticky bottom-0 z-10 flex flex-col gap-2 border-t border-line bg-ground py-3">
            {answer()}
            <ActionButton
              type="submit"
              unavailable={panel.saving}
              className="button min-h-11 self-end px-6 text-sm"
            >
              {panel.saving ? t('save.saving') : t('translate.save')}
            </ActionButton>
          </div>
        </form>
        {language && (
          <ContentPreview language={language} content={withFallbacks(panel.shown, fallbacks(language.id))} />
        )}
      </div>
    </AdminPage>
  )

  function answer() {
    const { outcome } = panel
    switch (outcome?.kind) {
      case 'saved':
        return <PassingBanner key={outcome.at}>{t('translate.saved')}</PassingBanner>
      case 'no-language':
        return <Banner tone="error">{t('translate.no-language')}</Banner>
      case 'invalid':
        return <Banner tone="error">{problemText(t, outcome.problems[0]?.problem)}</Banner>
      case 'refused':
        return <Banner tone="error">{problemText(t, outcome.problem)}</Banner>
      case 'failed':
        return <Banner tone="error">{t('translate.failed')}</Banner>
      case 'signed-out':
      case 'forbidden':
        return <NotAdmitted outcome={outcome} />
      case 'conflict':
        return (
          <ConflictPanel
            conflicts={outcome.conflicts}
            columnText={columnLabel}
            keepMine={panel.keepMine}
            takeTheirs={panel.takeTheirs}
          />
        )
      default:
        return null
    }
  }
}

/** The fallback text of a language: the default language's, else the built-in one. */
function fallbackContent(
  id: string,
  languages: readonly ContentLanguage[],
  contents: readonly StoredContent[],
): MatchContent {
  const fallback = languages.find(({ isDefault }) => isDefault)
  const builtIn = languages.find((it) => it.id === id)?.builtIn
  const ofDefault = contents.find(({ language_id }) => language_id === fallback?.id && fallback?.id !== id)
  const inherited = withoutInheritedBuiltIn(ofDefault ?? {}, {}, [fallback?.builtIn ?? NOTHING])
  return withFallbacks(inherited, builtIn ?? NOTHING)
}

const NOTHING = Object.fromEntries(MATCH_CONTENT_COLUMNS.map((column) => [column, ''])) as MatchContent

function withFallbacks(texts: Partial<Texts>, fallbacks: MatchContent): MatchContent {
  return Object.fromEntries(
    MATCH_CONTENT_COLUMNS.map((column) => [column, texts[column]?.trim() || fallbacks[column]]),
  ) as MatchContent
}
