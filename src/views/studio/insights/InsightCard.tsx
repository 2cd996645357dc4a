import styled from 'styled-components'

import type { Insight } from '#contract/studio/insights.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { inTenths } from '../../kit/format/numbers.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { findingMessages, insightMessages as messages } from './insights.messages.ts'

type InsightCardProps = {
  readonly insight: Insight
  /** Dismisses it, or shows it again where it was dismissed. */
  readonly onMove: () => void
}

/** What the evidence is a list of stands in its address. */
function evidenceName(href: string): string {
  const tab = new URLSearchParams(href.split('?')[1] ?? '').get('tab')
  return tab === 'runs' ? messages.evidenceRuns : tab === 'problems' ? messages.evidenceProblems : messages.evidence
}

const atLeast = 0.001
const chanceText = (chance: number) =>
  messages.chance(chance < atLeast ? messages.tiny : `${inTenths(Math.ceil(chance * 1_000) / 10)} %`)

/** One finding: what, how much, how sure, the records behind it, and what can be done. */
export function InsightCard({ insight, onMove }: InsightCardProps) {
  const { kind, subject, since, chance, evidence, action, dismissed } = insight
  const words = findingMessages[kind]
  // Of a volume the subject only says which way.
  const named = kind === 'volume' || kind === 'credential-expiry' ? '' : subject
  return (
    <Card aria-label={named === '' ? words.title : `${words.title}: ${named}`}>
      {words.headline === undefined ? null : <small>{words.title}</small>}
      <h2>{words.headline?.(insight) ?? words.title}</h2>
      {named === '' || words.headline !== undefined ? null : <Subject>{named}</Subject>}
      <p>{words.text(insight)}</p>
      <small>
        {chance === null ? messages.counted : <span title={messages.chanceMeans}>{chanceText(chance)}</span>}
        {since === null ? null : (
          <>
            {' · '}
            <Sentence of={messages.since} parts={{ at: <Moment at={since} /> }} />
          </>
        )}
        {dismissed === null ? null : ` · ${messages.dismissedBy(dismissed.by, messages.reasons[dismissed.reason])}`}
      </small>
      <footer>
        {kind === 'field-differs' ? <LinkButton href={evidence}>{messages.evidenceFailed}</LinkButton> : null}
        {action === null || (action.href === evidence && kind !== 'credential-expiry') ? null : kind === 'field-differs' ? (
          <PlainLink href={action.href}>{messages.actions[action.kind]}</PlainLink>
        ) : (
          <LinkButton href={action.href}>{messages.actions[action.kind]}</LinkButton>
        )}
        {kind === 'credential-expiry' || kind === 'field-differs' ? null : (
          <PlainLink href={evidence}>{evidenceName(evidence)}</PlainLink>
        )}
        <Button kind="quiet" onPress={onMove}>
          {dismissed === null ? messages.dismiss : messages.restore}
        </Button>
      </footer>
    </Card>
  )
}

const Card = styled.article`
  display: grid;
  gap: ${space[8]};
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;

  h2 {
    margin: 0;
    font: ${font.strong};
  }

  p {
    margin: 0;
    font: ${font.body};
  }

  small {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[8]} ${space[16]};
  }
`

const Subject = styled.code`
  font: ${font.code};
`
