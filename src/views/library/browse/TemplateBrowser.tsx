import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { type TemplateSummary, templatesPerPage } from '#contract/library/template.ts'
import type { TemplatePage, TemplateSearchActor } from '#src/machines/library/template-search.machine.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { Age, Frame, Skeleton } from '../../kit/layout/ListParts.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { Cards } from '../lists.ts'
import { CategoryFilter } from './CategoryFilter.tsx'
import { SystemSelect } from './SystemSelect.tsx'
import { searchMessages as messages } from './search.messages.ts'
import { ExampleCard, TemplateCard } from './TemplateCard.tsx'

/** Kept free until the first page is there. */
const room = ['32rem', '40rem'] as const

type TemplateBrowserProps = {
  readonly actor: TemplateSearchActor
  /** Whose: it names the list and says what would stand there. */
  readonly of: 'library' | 'public' | 'own' | 'all'
  /** Without categories and pages: a few among other things. */
  readonly isCompact?: boolean
}

/** Templates by category, by the two systems and by words; each with what is needed for it. */
export function TemplateBrowser({ actor, of, isCompact = false }: TemplateBrowserProps) {
  const query = useContextOf(actor, 'query')
  const page = useContextOf(actor, 'page')
  const filter = (by: 'category' | 'from' | 'to') => (value: string | null) => actor.send({ type: 'user.filtered', by, value })
  const found = (
    <Found>
      <Filters role="group" aria-label={messages.filters}>
        <Pair>
          <SystemSelect label={messages.from} systems={page?.from ?? []} value={query.from} onChoose={filter('from')} />
          <ArrowRight aria-hidden="true" />
          <SystemSelect label={messages.to} systems={page?.to ?? []} value={query.to} onChoose={filter('to')} />
        </Pair>
        <Field
          label={messages.search}
          type="search"
          value={query.search}
          onWrite={(text) => actor.send({ type: 'user.sought', text })}
        />
      </Filters>
      <Results actor={actor} of={of} isCompact={isCompact} />
    </Found>
  )
  if (isCompact) return found
  return (
    <Layout>
      <CategoryFilter categories={page?.categories ?? null} value={query.category} onChoose={filter('category')} />
      {found}
    </Layout>
  )
}

function Results({ actor, of, isCompact }: Required<TemplateBrowserProps>) {
  const page = useContextOf(actor, 'page')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const name = messages.name[of]
  return (
    <Frame aria-label={name} aria-busy={isBusy} $room={page === null ? room : null}>
      {page === null && problem === null ? <Skeleton name={name} /> : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {problem === null || page === null ? null : <Age readAt={page.readAt} />}
      {page === null ? null : <Listed actor={actor} of={of} isCompact={isCompact} page={page} />}
    </Frame>
  )
}

function Listed({ actor, of, isCompact, page }: Required<TemplateBrowserProps> & { readonly page: TemplatePage }) {
  const query = useContextOf(actor, 'query')
  const canClear = useCan(actor, { type: 'user.cleared' })
  const clear = canClear ? (
    <Button kind="quiet" onPress={() => actor.send({ type: 'user.cleared' })}>
      {messages.clear}
    </Button>
  ) : null
  if (page.total === 0 && !canClear)
    return (
      <EmptyState title={messages.empty[of]}>
        <p>{messages.emptyText[of]}</p>
        {of === 'public' || of === 'own' ? <Example /> : null}
      </EmptyState>
    )
  return (
    <>
      <Head>
        <h2>{titleOf(page.total, query)}</h2>
        {clear}
      </Head>
      {query.from !== null && query.to !== null && page.items.some(isOpen) ? <Hint>{messages.openSide}</Hint> : null}
      {page.total === 0 ? (
        <EmptyState title={messages.noneFits}>
          <p>{messages.tryOther}</p>
        </EmptyState>
      ) : (
        <Cards>
          {page.items.map((template) => (
            <TemplateCard key={template._id} template={template} />
          ))}
        </Cards>
      )}
      {isCompact ? null : (
        <>
          <NumberedPager
            name={messages.name[of]}
            total={page.total}
            page={query.page}
            pageSize={templatesPerPage}
            onPage={(it) => actor.send({ type: 'user.paged', page: it })}
          />
          <Others of={of} />
        </>
      )}
    </>
  )
}

const isOpen = ({ source, destination }: TemplateSummary) => source === null || destination === null

function titleOf(total: number, { from, to }: { readonly from: string | null; readonly to: string | null }): string {
  const text = messages.total(total)
  if (from !== null && to !== null) return messages.totalBetween(text, from, to)
  if (from !== null) return messages.totalFrom(text, from)
  return to === null ? text : messages.totalTo(text, to)
}

function Example() {
  return (
    <ExampleFrame>
      <p>{messages.example.lead}</p>
      <ExampleCard />
    </ExampleFrame>
  )
}

/** Other ways to a connector. */
function Others({ of }: Pick<TemplateBrowserProps, 'of'>): ReactNode {
  return (
    <Elsewhere>
      <span>{messages.nothingFits}</span>
      <PlainLink href="/start-integration/integration-profile">{messages.scratch}</PlainLink>
      {of === 'library' ? <PlainLink href="/your-marketplace">{messages.market}</PlainLink> : null}
    </Elsewhere>
  )
}

const Layout = styled.div`
  display: grid;
  grid-template-columns: 11rem minmax(0, 1fr);
  align-items: start;
  gap: ${space[32]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[16]};
  }
`

const Found = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  min-width: 0;
`

const Filters = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${space[12]} ${space[24]};

  & > :last-child {
    width: 15rem;
  }

  ${narrow} {
    & > * {
      flex: 1 1 100%;
    }
  }
`

const Pair = styled.div`
  display: flex;
  align-items: end;
  gap: ${space[8]};
  min-width: 0;

  & > svg {
    flex: none;
    width: 1rem;
    height: 2rem;
    color: ${color['text.subtle']};
  }
`

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  min-height: 2rem;

  & > h2 {
    font: ${font.section};
    overflow-wrap: anywhere;
  }
`

const ExampleFrame = styled.div`
  display: grid;
  gap: ${space[8]};
  width: min(22rem, 100%);
  margin-top: ${space[16]};
  text-align: start;
`

const Elsewhere = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  color: ${color['text.muted']};
`
