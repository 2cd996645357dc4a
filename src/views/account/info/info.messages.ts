export const infoMessages = {
  company: (name: string) => `What ${name} uses, as it was measured.`,
}
