import styled from 'styled-components'

import type { HelpFigures } from '#contract/help/help.ts'
import { shareLimits } from '#contract/help/support-limits.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { helpMessages } from '../help.messages.ts'

const messages = helpMessages.figures

const listOf = (counted: HelpFigures['topics']) =>
  counted.length === 0 ? messages.none : counted.map(({ name, count }) => `${name} ${number(count)}`).join(' · ')

/** Counts of the help over all companies, for the operator. */
export function HelpFiguresText({ figures }: { readonly figures: HelpFigures }) {
  const { missed, words, topics, opinions } = figures
  const rows: readonly (readonly [string, string])[] = [
    [messages.search, number(missed.search)],
    [messages.assistant, number(missed.assistant)],
    [messages.words, listOf(words)],
    [messages.topics, listOf(topics)],
    [messages.opinions, messages.said(number(opinions.helpful), number(opinions.notHelpful))],
  ]
  return (
    <Section aria-label={messages.title}>
      <SectionHeader title={messages.title} />
      <Hint>{messages.what(shareLimits.days)}</Hint>
      <Figures>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Figures>
    </Section>
  )
}

const Section = styled.section`
  margin-top: ${space[24]};
`

const Hint = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Figures = styled.dl`
  display: grid;
  gap: ${space[4]};
  margin: ${space[8]} 0 0;

  & > div {
    display: grid;
    grid-template-columns: minmax(14rem, 1fr) minmax(0, 2fr);
    gap: ${space[4]} ${space[16]};
  }

  & dt {
    color: ${color['text.muted']};
  }

  & dd {
    margin: 0;
    overflow-wrap: anywhere;
  }

  ${narrow} {
    & > div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`
