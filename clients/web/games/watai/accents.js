/** The words for 2 to 12 in the languages of variant 16: the twin of engine/watai/accents.py. */

const WORDS = {
  de: "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
  en: "two three four five six seven eight nine ten eleven twelve",
  es: "dos tres cuatro cinco seis siete ocho nueve diez once doce",
  fr: "deux trois quatre cinq six sept huit neuf dix onze douze",
  it: "due tre quattro cinque sei sette otto nove dieci undici dodici",
  la: "duo tres quattuor quinque sex septem octo novem decem undecim duodecim",
  nl: "twee drie vier vijf zes zeven acht negen tien elf twaalf",
  pt: "dois três quatro cinco seis sete oito nove dez onze doze",
};

export const ACCENTS = /** @type {{[language in keyof typeof WORDS]: string[]}} */ (
  Object.fromEntries(Object.entries(WORDS).map(([language, words]) => [language, words.split(" ")]))
);
