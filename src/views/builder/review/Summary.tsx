import type { ReactNode } from 'react'
import styled from 'styled-components'
import { addressOf } from '#contract/connectors/config/address.ts'
import type { ConnectorConfig, MappingEdge, SourceConfig } from '#contract/connectors/config/config.ts'
import { batchSizeDefault } from '#contract/connectors/config/list-config.ts'
import type { MappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import { destinationsOf, withDestination } from '#contract/connectors/config/routes/routes.ts'
import { isUnknown, unanswered } from '#contract/connectors/config/seen-lists.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { secretOf } from '#src/machines/builder/draft/secrets.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import { entriesOf } from '#src/machines/builder/routes/routes-form.ts'
import { font, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Hint } from '../../kit/layout/blocks.ts'
import { ruleMeaning } from '../mapping/rule-meaning.ts'
import { ruleText } from '../routes/rule-text.ts'
import { proofText } from '../systems/sender/proof-text.ts'
import { reviewMessages as messages } from './review.messages.ts'
import { rhythmOf } from './rhythm-text.ts'
import { changesOnlyOf, settingsOf, unmappedText } from './settings-text.ts'

type SummaryProps = {
  readonly draft: Draft
  readonly hrefOf: (step: Step) => string
  /** The saved rules of the company, as far as they are known. */
  readonly rules?: readonly MappingRule[]
}
type Side = Omit<SourceConfig, 'isList' | 'listPath' | 'listConfig' | 'keyFields'>

/** Who sends the events, and what proves that. */
function Sender({ hook }: { readonly hook: HookSettings | undefined }) {
  if (hook === undefined)
    return (
      <>
        <p>{messages.hook}</p>
        <Hint>{messages.anySender}</Hint>
      </>
    )
  const { name, proof } = senderOf(hook)
  return (
    <>
      <p>{messages.sender(name)}</p>
      <Hint>{proofText(proof)}</Hint>
    </>
  )
}

/** Lines of a mapping that are shown; the others are counted. */
const shownLines = 200

/** Every part of a draft, with the way to where it is changed. */
export function Summary({ draft, hrefOf, rules = [] }: SummaryProps) {
  const { profile, config } = draft
  const { trigger, source, enrichment } = config
  const destinations = destinationsOf(config)
  const part = (name: keyof typeof messages.parts, step: Step, children: ReactNode) => (
    <Part title={messages.parts[name]} href={hrefOf(step)}>
      {children}
    </Part>
  )
  const rulesOf = entriesOf(config, '')
  return (
    <Card aria-label={messages.summary}>
      <CardTitle>{messages.summary}</CardTitle>
      <Parts>
        {part(
          'profile',
          'profile',
          <>
            <p>{profile.name}</p>
            <Hint>{profile.details.trim() === '' ? messages.noDetails : profile.details}</Hint>
          </>,
        )}
        {part('trigger', 'profile', <p>{rhythmOf(trigger)}</p>)}
        {part(
          'source',
          'source',
          trigger.type === 'webhook' ? (
            <Sender hook={trigger.hook} />
          ) : (
            <>
              <Address side={source} />
              <Hint>{isUnknown(draft) || unanswered(draft).length > 0 ? messages.unsaid : listOf(source)}</Hint>
              <Settings side={source} />
              {changesOf(source).map((it) => (
                <Hint key={it}>{it}</Hint>
              ))}
            </>
          ),
        )}
        {part(
          'destination',
          'destination',
          <>
            {config.routes === undefined ? null : <p>{messages.fits[config.routes.fit]}</p>}
            <Hint>{messages.output[strategyOf(source)]}</Hint>
            {destinations.map((it, at) => (
              <div key={it.id}>
                <RouteName of={it.name} at={at} isShown={destinations.length > 1} />
                {rulesOf.map(({ id, ...rule }) =>
                  id === it.id ? <p key={id}>{messages.receives(ruleText(rule, config))}</p> : null,
                )}
                <Address side={it.destination} />
                <Settings side={it.destination} more={changesOnlyOf(withDestination(config, it))} />
              </div>
            ))}
          </>,
        )}
        {part('enrichment', 'enrichment', <Enrichments all={enrichment} />)}
        {part(
          'mapping',
          'mapping',
          <>
            <Rules of={config} />
            {destinations.map((it, at) => (
              <div key={it.id}>
                <RouteName of={it.name} at={at} isShown={destinations.length > 1} />
                <Lines config={withDestination(config, it)} rules={rules} />
              </div>
            ))}
          </>,
        )}
      </Parts>
    </Card>
  )
}

/** Which destination it is, where there are several. */
function RouteName({ of, at, isShown }: { readonly of: string | null; readonly at: number; readonly isShown: boolean }) {
  return isShown ? <h4>{of ?? messages.destinationAt(at + 1)}</h4> : null
}

function Part({ title, href, children }: { readonly title: string; readonly href: string; readonly children: ReactNode }) {
  return (
    <li>
      <Name>
        <h3>{title}</h3>
        <PlainLink href={href} aria-label={messages.changeOf(title)}>
          {messages.change}
        </PlainLink>
      </Name>
      {children}
    </li>
  )
}

const strategyOf = ({ isList, listConfig }: SourceConfig) =>
  isList ? (listConfig?.outputConfig.strategy ?? 'individual') : 'individual'

function listOf({ isList, listPath = '', listConfig }: SourceConfig): string {
  if (!isList) return messages.one
  const place = listConfig?.iterationPath || listPath
  const size = listConfig?.batchSize ?? batchSizeDefault
  if (listConfig?.type !== 'pagination') {
    const read = messages.list[listConfig?.type ?? 'simple'](messages.listAt(place), size)
    return listConfig?.firstPageOnly ? `${read} ${messages.firstPageOnly}` : read
  }
  const { responsePathToItems = '', limitParam = '' } = listConfig.paginationConfig ?? {}
  // Without a parameter for it the source is not told how many.
  return messages.list.pagination(messages.listAt(responsePathToItems || place), limitParam === '' ? null : size)
}

/** Which records each run asks for, and how far it looks back; nothing where it asks for all of them. */
function changesOf({ type, isList, listConfig }: SourceConfig): readonly string[] {
  const changes = type === 'http' && isList ? listConfig?.incrementalConfig : undefined
  if (changes === undefined) return []
  const { by, cursorPath = '', overlap } = changes
  const { usual, none, seconds, units } = messages.looksBack
  const set = (count: number) => (by === 'field' ? units(number(count)) : seconds(count))
  return [
    by === 'field' ? messages.changesBy.field(cursorPath) : messages.changesBy.runStart,
    overlap === undefined ? usual[by] : overlap === 0 ? none : set(overlap),
  ]
}

function Address({ side }: { readonly side: Side }) {
  const secret = secretOf(side)
  return (
    <>
      <p>
        {side.type === 'http' ? (side.requestMethod ?? side.type) : side.type}{' '}
        <Where>{addressOf(side) || messages.noAddress}</Where>
      </p>
      {secret === null || secret === '' ? null : <Hint>{messages.secretSet}</Hint>}
    </>
  )
}

/** What is set for the requests to a system. @param more what else is said of it. */
function Settings({ side, more = null }: { readonly side: Side; readonly more?: string | null }) {
  const sentences = [...settingsOf(side), ...(more === null ? [] : [more])]
  return sentences.map((sentence) => <Hint key={sentence}>{sentence}</Hint>)
}

function Enrichments({ all }: { readonly all: ConnectorConfig['enrichment'] }) {
  if (all.length === 0) return <p>{messages.noEnrichments}</p>
  return (
    <ul>
      {all.map((it) => (
        <Enrichment key={it.id}>
          <p>
            {it.title || it.id}: <Where>{addressOf(it) || messages.noAddress}</Where>
          </p>
          {it.lookup === undefined ? null : <Hint>{messages.lookup(it.lookup.targetPath)}</Hint>}
          <Settings side={it} />
        </Enrichment>
      ))}
    </ul>
  )
}

function lineOf({ sourcePath, source, targetPath, target, rule, ruleId }: MappingEdge, rules: readonly MappingRule[]): string {
  const to = targetPath || target
  if (rule === undefined && ruleId === undefined) return messages.line(sourcePath || source, to)
  const known = rule ?? rules.find(({ _id }) => _id === ruleId)?.rule
  return known === undefined ? messages.lineByUnknownRule(to) : messages.lineByRule(known.name, ruleMeaning(known), to)
}

type LinesProps = { readonly config: ConnectorConfig; readonly rules: readonly MappingRule[] }

/** What happens to records before the mapping of any destination. */
function Rules({ of: { records } }: { readonly of: ConnectorConfig }) {
  return (
    <>
      {records?.only === undefined ? null : <p>{messages.filteredBy(conditionsOf(records.only).length)}</p>}
      {records?.each === undefined ? null : <p>{messages.linedBy(records.each.path)}</p>}
      {records?.group === undefined ? null : <p>{messages.grouped(records.group.by)}</p>}
    </>
  )
}

function Lines({ config, rules }: LinesProps) {
  const { dataMapping: all } = config
  if (all.length === 0)
    return (
      <p>
        {messages.unmapped.fact} {unmappedText(config)}
      </p>
    )
  return (
    <>
      <p>{messages.lineCount(all.length)}</p>
      <ul aria-label={messages.lines}>
        {all.slice(0, shownLines).map((it) => (
          <li key={it.id}>
            <Where>{lineOf(it, rules)}</Where>
          </li>
        ))}
      </ul>
      {all.length > shownLines ? <Hint>{messages.more(all.length - shownLines)}</Hint> : null}
    </>
  )
}

const Enrichment = styled.li`
  display: grid;
  gap: ${space[4]};
`

const Parts = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: ${space[16]};

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: ${space[4]};
  }
`

const Name = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space[8]};

  & > h3 {
    font: ${font.strong};
  }
`

const Where = styled.code`
  overflow-wrap: anywhere;
`
