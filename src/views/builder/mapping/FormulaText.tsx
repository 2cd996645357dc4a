import styled from 'styled-components'
import type { FormulaProblem } from '#contract/connectors/config/formula/syntax.ts'
import { color, font } from '#src/theme/theme.ts'

type FormulaTextProps = { readonly text: string; readonly problem?: FormulaProblem | null }

/** A formula as it is written, with what is wrong underlined. */
export function FormulaText({ text, problem = null }: FormulaTextProps) {
  if (problem === null) return <Written>{text}</Written>
  const from = Math.min(problem.from, text.length)
  const to = Math.max(Math.min(problem.to, text.length), from + 1)
  return (
    <Written>
      {text.slice(0, from)}
      <Faulty>{text.slice(from, to) || '\u00a0'}</Faulty>
      {text.slice(to)}
    </Written>
  )
}

const Written = styled.span`
  font: ${font.code};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`

const Faulty = styled.span`
  background: ${color['danger.subtle']};
  color: ${color['danger.text']};
  text-decoration: underline wavy;
  text-underline-offset: 3px;
`
