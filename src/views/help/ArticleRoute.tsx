import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import styled from 'styled-components'
import { articleOf } from '#contract/help/articles.ts'
import type { Helpfulness } from '#contract/help/help.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { selectPage } from '../../machines/kit/list.machine.ts'
import { articleAnswerFor, shareMachine } from '../../services/help/help.actors.ts'
import { space } from '../../theme/theme.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { SectionHeader } from '../kit/layout/SectionHeader.tsx'
import { ArticleAnswer } from './ArticleAnswer.tsx'
import { ArticleText } from './ArticleText.tsx'
import { helpMessages } from './help.messages.ts'

const messages = helpMessages.article
/** The article that lists the operations of the API. */
const apiDocumentation = 'setting-api-documentation'
const ApiSection = lazy(async () => ({ default: (await import('./api/ApiSection.tsx')).ApiSection }))
const above = [{ label: helpMessages.page, href: '/help-center' }]

/** One article. Its address is its id. */
export function ArticleRoute({ id }: { readonly id: string }) {
  const article = articleOf(id)
  if (article === null) {
    return (
      <PageFrame title={messages.gone} above={above}>
        <EmptyState title={messages.gone}>
          <p>{messages.goneWhy}</p>
          <PlainLink href="/help-center">{messages.back}</PlainLink>
        </EmptyState>
      </PageFrame>
    )
  }
  const related = (article.related ?? []).flatMap((each) => articleOf(each) ?? [])
  return (
    <PageFrame title={article.title} above={above} sub={messages.kind[article.kind]}>
      <ArticleText text={article.text} />
      {article.href === undefined ? null : (
        <p>
          <PlainLink href={article.href}>{messages.open}</PlainLink>
        </p>
      )}
      {id === apiDocumentation ? (
        <Suspense fallback={<Spinner label={messages.loading} />}>
          <ApiSection />
        </Suspense>
      ) : null}
      <AnswerSection article={id} />
      {related.length === 0 ? null : (
        <section aria-label={messages.related}>
          <SectionHeader title={messages.related} />
          <Links>
            {related.map((each) => (
              <li key={each.id}>
                <PlainLink href={articleHref(each.id)}>{each.title}</PlainLink>
              </li>
            ))}
          </Links>
        </section>
      )}
    </PageFrame>
  )
}

const Links = styled.ul`
  display: grid;
  gap: ${space[4]};
`

/** Whether the article was helpful: what the person said before, and what they say now. */
function AnswerSection({ article }: { readonly article: string }) {
  const access = useAccess()
  const list = useMachine(() => shareMachine(access), [access], { query: { article } })
  const actor = useMachine(() => articleAnswerFor(access, article), [access, article], { isHelpful: true })
  const before = useSelector(list, selectPage<Helpfulness>)?.items[0] ?? null
  return <ArticleAnswer actor={actor} before={before} />
}
