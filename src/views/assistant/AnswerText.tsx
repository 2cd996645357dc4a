import { Fragment } from 'react'
import styled from 'styled-components'
import type { Answer, Fact, Part, Sentence } from '#contract/assistant/assistant.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { number } from '../kit/format/numbers.ts'
import { Moment } from '../kit/text/Moment.tsx'
import { CopyText } from '../kit/text/ShortId.tsx'
import { assistantMessages } from './assistant.messages.ts'

const shown = ({ value }: Fact) => (typeof value === 'number' && Number.isInteger(value) ? number(value) : String(value))

function Piece({ part, facts }: { readonly part: Part; readonly facts: readonly Fact[] }) {
  if ('text' in part) return part.text
  if ('at' in part) return <Moment at={part.at} />
  // What others wrote is text, whatever stands in it.
  if ('quote' in part) return part.quote
  if ('link' in part) return <Leading href={part.link}>{part.label}</Leading>
  if ('copy' in part) return <CopyText text={part.copy} label={assistantMessages.copy} />
  const fact = facts.find(({ id }) => id === part.fact)
  // A figure without a fact is not shown.
  if (!fact) return null
  const value = <b>{shown(fact)}</b>
  return fact.href === null ? (
    value
  ) : (
    <Leading href={fact.href} title={fact.label}>
      {value}
    </Leading>
  )
}

const keyOf = (parts: readonly Part[]) => JSON.stringify(parts)

/** Sentences one by one, so that they are read out one by one. */
export function AnswerText({ sentences, facts }: { readonly sentences: readonly Sentence[]; readonly facts: Answer['facts'] }) {
  return sentences.map(({ isItem, parts }) => (
    <Line key={keyOf(parts)} $isItem={isItem}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change
        <Fragment key={at}>
          <Piece part={part} facts={facts} />
        </Fragment>
      ))}
    </Line>
  ))
}

const Line = styled.p<{ readonly $isItem: boolean }>`
  position: relative;
  margin: 0 0 ${space[4]};
  padding-left: ${({ $isItem }) => ($isItem ? space[16] : 0)};
  font: ${font.body};
  overflow-wrap: anywhere;

  ${({ $isItem }) => ($isItem ? `&::before { content: '•'; position: absolute; left: 4px; }` : '')}
`

const Leading = styled(PlainLink)`
  color: ${color['text.link']};
`
