import { Check, Circle, CircleDot } from 'lucide-react'
import styled from 'styled-components'

import type { Replay } from '#contract/studio/replay.ts'
import { color, font, space, unseen } from '#src/theme/theme.ts'
import { ProgressBar } from '../../kit/feedback/progress-bar.ts'
import { number } from '../../kit/format/numbers.ts'
import { retryMessages } from './retry.messages.ts'

const messages = retryMessages.steps
const icons = { done: Check, now: CircleDot, ahead: Circle } as const
type Mark = keyof typeof icons

/** Prepare, Send, Process, Complete: as the server says. */
export function ReplaySteps({ replay: { step, sums } }: { readonly replay: Pick<Replay, 'step' | 'sums'> }) {
  const { chosen, delivered, failed, skipped, unknown, waiting, notSent } = sums
  const sumsShown = Object.entries({ delivered, failed, skipped, unknown, waiting, notSent }) as [
    keyof typeof messages.sums,
    number,
  ][]
  return (
    <Frame>
      <Steps aria-label={messages.name}>
        {messages.all.map((name, at) => {
          const mark = markOf(at + 1, step)
          const Icon = icons[mark]
          return (
            <Step key={name} $mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
              <Icon aria-hidden="true" />
              {name}
              <Unseen> {messages.marks[mark]}</Unseen>
            </Step>
          )
        })}
      </Steps>
      {chosen === 0 ? null : (
        <>
          <ProgressBar max={chosen} value={chosen - waiting} aria-label={messages.bar}>
            {messages.barText(number(chosen - waiting), number(chosen))}
          </ProgressBar>
          <Sums>
            {messages.barText(number(chosen - waiting), number(chosen))}
            {sumsShown
              .filter(([, count]) => count > 0)
              .map(([name, count]) => (
                <span key={name}>{messages.sums[name](number(count))}</span>
              ))}
          </Sums>
        </>
      )}
    </Frame>
  )
}

/** The last one is done as soon as it is reached; the others, when the next one is. */
function markOf(place: number, step: number): Mark {
  if (place < step || step === messages.all.length) return 'done'
  return place === step ? 'now' : 'ahead'
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`

const Steps = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[24]};
  margin: 0;
  padding: 0;
  list-style: none;
`

const tints = {
  done: color['success.text'],
  now: color['pending.text'],
  ahead: color['text.muted'],
} as const satisfies Record<Mark, string>

const Step = styled.li<{ readonly $mark: Mark }>`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  color: ${({ $mark }) => tints[$mark]};
  font: ${font.strong};

  & > svg {
    width: 1rem;
    height: 1rem;
  }
`

const Unseen = styled.span`
  ${unseen}
`

const Sums = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  color: ${color['text.muted']};
  font: ${font.dense};
  font-variant-numeric: tabular-nums;
`
