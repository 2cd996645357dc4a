/** Colours of a company, judged by WCAG 2.2 before they are saved: server and console say the same. */

type Rgb = readonly [number, number, number]

export const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const linear = (part: number) => (part <= 10.31475 ? part / 3_294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [red, green, blue] = rgbOf(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** What text must reach on what it stands on. */
export const readable = 4.5
/** White letters stand on buttons of the primary colour. */
const onPrimary = '#FFFFFF'
/** The palest letters that stand on the menu, in the secondary colour. */
const onSecondary = '#62666D'

const tenths = (value: number) => (Math.floor(value * 10) / 10).toFixed(1)

export type BrandColors = { readonly primary: string; readonly secondary: string }
export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Why a colour cannot be used; null where it can. */
export function faultsOfColors({ primary, secondary }: BrandColors): Readonly<Record<keyof BrandColors, string | null>> {
  return {
    primary: isColor(primary)
      ? fault(contrast(onPrimary, primary), 'White text on buttons of this color')
      : 'Enter a color as # and six hexadecimal digits, for example #1664FF.',
    secondary: isColor(secondary)
      ? fault(contrast(onSecondary, secondary), 'Grey text on a menu of this color')
      : 'Enter a color as # and six hexadecimal digits, for example #F5F5F5.',
  }
}

const fault = (reached: number, what: string) =>
  reached >= readable ? null : `${what} would be hard to read. The contrast is ${tenths(reached)}:1, but 4.5:1 is needed.`
