import { ChevronDown, type LucideIcon } from 'lucide-react'
import styled from 'styled-components'
import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'

type RuleButtonProps = {
  readonly icon: LucideIcon
  readonly label: string
  /** What applies now. */
  readonly value: string
  readonly isOpen: boolean
  readonly onPress: () => void
}

/** A rule of the bar; its panel opens below. */
export function RuleButton({ icon: Icon, label, value, isOpen, onPress }: RuleButtonProps) {
  return (
    <Rule type="button" aria-expanded={isOpen} onClick={onPress}>
      <Icon aria-hidden="true" />
      <span>{label}</span>
      <b>{value}</b>
      <ChevronDown aria-hidden="true" />
    </Rule>
  )
}

const Rule = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;
  max-width: 100%;
  padding: 0 ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  font: ${font.body};
  text-align: left;
  cursor: pointer;
  ${focusRing}

  & > span {
    color: ${color['text.muted']};
  }

  & > b {
    font: ${font.strong};
  }

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
  }

  &[aria-expanded='true'] {
    border-color: ${color['brand.solid']};
  }

  ${narrow} {
    min-height: 2.75rem;
  }
`
