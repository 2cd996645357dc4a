import styled from 'styled-components'

import { shareLimits } from '#contract/help/support-limits.ts'
import { color, font } from '../../theme/theme.ts'
import { number } from '../kit/format/numbers.ts'
import { helpMessages } from './help.messages.ts'

/** A share of solved questions, with what is meant by it. */
export function ShareText({ share }: { readonly share: { readonly solved: number; readonly answers: number } }) {
  const { days, supportHours } = shareLimits
  const { text, meaning } = helpMessages.share(number(share.solved), number(share.answers), days, supportHours)
  return <Quiet title={meaning}>{text}</Quiet>
}

const Quiet = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
