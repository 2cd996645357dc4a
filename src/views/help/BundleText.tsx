import styled from 'styled-components'

import type { SupportBundle } from '#contract/help/support.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { helpMessages } from './help.messages.ts'

/** All that is sent along, as it is sent. */
export function BundleText({ bundle }: { readonly bundle: SupportBundle }) {
  return (
    <Text tabIndex={0} role="region" aria-label={helpMessages.support.bundle}>
      {JSON.stringify(bundle, null, 2)}
    </Text>
  )
}

const Text = styled.pre`
  max-height: 14rem;
  margin: 0;
  padding: ${space[8]};
  border-radius: ${radius.control};
  background: ${color['bg.sunken']};
  font: ${font.code};
  white-space: pre-wrap;
  overflow: auto;
  overflow-wrap: anywhere;
  ${focusRing}
`
