import type { AppearanceSnapshot } from './appearance.machine.ts'

export const selectChoice = ({ value }: AppearanceSnapshot) => (value === 'opening' ? 'system' : value)
