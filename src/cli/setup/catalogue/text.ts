import { type Entry, MB } from './entry.ts';

/** Code, name, code of two letters, hash of the archive. */
type Language = readonly [code: string, title: string, short: string, sha512: string];

/**
 * Source: the packages @tesseract.js-data/CODE 1.0.0 of the npm registry, with the hashes that it publishes. Their
 * package.json names MIT; the data is that of github.com/tesseract-ocr/tessdata_best, whose README says that all of it is under
 * Apache-2.0. English comes with vau.
 * There is no Russian: the registry has no such package.
 */
const languages: readonly Language[] = [
  [
    'ara',
    'Arabic',
    'ar',
    'sha512-bB60Av6dsv9LRUrlaM6SgnAwjUpdbanw9Jf3mbhDCZAhX7Cp8u7YjI8EWfCvMhH3R2QJT/2EA8cijqPANOhwaA==',
  ],
  [
    'bul',
    'Bulgarian',
    'bg',
    'sha512-Xo/BjUvXUSkZYP4jSfk09zvQOd9IJc1F79JtMWeCgdFOvegpdZ4r93urjHvCO/wgU9xrBXoToMa6qknhv7plQg==',
  ],
  [
    'cat',
    'Catalan',
    'ca',
    'sha512-5tp/K5e7KKhJtWFJmJz01BydHth2blUVjsjVtsda2F5R4Zl0OElr5/jDvoDeZ9uoV2zHI7eQ4S2ClS0obZmqVQ==',
  ],
  [
    'ces',
    'Czech',
    'cs',
    'sha512-mXnVy8WoG/ImbrpN5oggaBBMSrHQH+hKbgkbPQeVY6MChIDDZT1H+e2I4eiAvl+fypfIbiqpIcodGex03PXvfw==',
  ],
  [
    'chi_sim',
    'Chinese (simplified)',
    'zh',
    'sha512-iuErURkPbECDUazgsLn/r3c+tU2y5o5S/w14d0A/YiagfsjYyZKgTo75RUpsGJ311qtu0dIX4hqnXAAjmqf2CA==',
  ],
  [
    'chi_tra',
    'Chinese (traditional)',
    'zh',
    'sha512-uz0gqF7ncrJS4UTHGCkPntZXpoyo+mIg0Zs8QhF0TH3uzj2HkJpYmi8u1Pdwt2NW65UWJ51hzILWWy838da5dw==',
  ],
  [
    'dan',
    'Danish',
    'da',
    'sha512-nlR/VS/YKJs8u0SSa3C+wUTIopPIKwVG016T4/Lk2BsUOME3EkXgHWyGbzfobd5+6dwA+FYaUB17GVgIo7Zphg==',
  ],
  [
    'deu',
    'German',
    'de',
    'sha512-3ter1p2gFAiCd5CMC+PodZ9YY2UDomkKj+ytlKeeZqOUmhLx1SDnYPf5zog0g5MBbxYveW+8omI3PUflqHfZ4Q==',
  ],
  [
    'ell',
    'Greek',
    'el',
    'sha512-cCdWHcxHupC9YltWAoscqnw1QAIo4ENgaXNNVXfN+FBvSncnx3lgnNcyRdCvGSi31buwr7vPY156WHu2Yubg4A==',
  ],
  [
    'est',
    'Estonian',
    'et',
    'sha512-oakddRcxZK0OB9mnFl8q1xLif1Pi8e6/iaXTB+PMkt96PbKqoiqw2WU0Ogkv+c5AOW7JWcFcZZY8Iwmh5yX8zw==',
  ],
  [
    'fin',
    'Finnish',
    'fi',
    'sha512-JLD9iF4Q3gqspuB5dphSZw7HT+EGZ6pKqoTUfDrUU9kYxGa2xkISa/3X/JpFZ6Lw8Lh6Ved0uVxUZhMuzoK9Dw==',
  ],
  [
    'fra',
    'French',
    'fr',
    'sha512-pp58gMaoyidoBBLd5y5rnf0WW0Y1994QrGqZrYatITqIU/AReUJMykD+YY3JDgvnmgz7uAx1UmhjjuyEmV8JEA==',
  ],
  [
    'heb',
    'Hebrew',
    'he',
    'sha512-t70MeqlBqOsf+pINWgG32gaVsXG2LUiOFMMzeJLl+bDEjRK9nXUqF/xzl37xP2IdwZcOsd6BnQRbZDN/8AAWlA==',
  ],
  [
    'hin',
    'Hindi',
    'hi',
    'sha512-MB6WY6g4SAtrs+Xuyz5JDDsLFCykCwIESV7M9KkyxF71bxBqhLa8e7GJi5yGa/Wl6V4nuC7LWX/EMdSyTINTvg==',
  ],
  [
    'hrv',
    'Croatian',
    'hr',
    'sha512-0qwO8Yjc1NfwjoQ7WEdBPDbKWnAitQSRALfqUQ4PuQkGG/hPmRJdO/QRR9s/OmPm2Pwo/NKdjgg41cG8HqoCxg==',
  ],
  [
    'hun',
    'Hungarian',
    'hu',
    'sha512-HoMZ/9ULBzp6WBFLz8H3dBfeO9OK5E5kUL17oQp9wRbslXqpYdxeXMX2WLHrdZzeuGCGu+CByoMWKkDbX+BvqQ==',
  ],
  [
    'ita',
    'Italian',
    'it',
    'sha512-Sx19NVYve5VAxEBDL6CWTX+evlvzV+iAS5ejJywcHVsmir/C9Tzw2fExoh97QFc06t48tYZA8VrMobsBzMAEhA==',
  ],
  [
    'jpn',
    'Japanese',
    'ja',
    'sha512-nUq2xHUjiWE6FRqkvLIIbByLZ39B8qNaBSOnVP4XIKGPKtZ1e0hiRnK7WhPfl8A+Fe7aNE1u/QoXXUym3TbSCA==',
  ],
  [
    'kor',
    'Korean',
    'ko',
    'sha512-tepYhsYiRJ8E44R27MHxVteEDDLfYQxuvM6u4JlEHcCYqwpefvI5TGzoMgB67kunOvtyEJYtT5zfJ/6R6FVU9w==',
  ],
  [
    'lav',
    'Latvian',
    'lv',
    'sha512-HhbIyKG3BcKNBGKMNjN+fHlG1n1hWV+qCyuq9lp4vjVq50yxzX6cYyBva4jWawyAGcJNn63gGPp+snrtY5cfNQ==',
  ],
  [
    'lit',
    'Lithuanian',
    'lt',
    'sha512-HJBugoUf+R4EBIoLlIVn0Tihh5TSR7z+mQIQEV204RGjzTtgEQqgoP1jhnvYKagfuGOBRnTe1dsT2ZUnClF6nQ==',
  ],
  [
    'nld',
    'Dutch',
    'nl',
    'sha512-Fq9TDxewYAw3YBLqLYEu3rziNUHq0F1NnnM49vI0E5o6S2oKcirhTumGvv8ws088+li1llyKXT9nfrHuxxetHQ==',
  ],
  [
    'nor',
    'Norwegian',
    'no',
    'sha512-UYIAl2T2g9Nha+uKQie4uE4zGN1a/sbs4sddsH3Ao54BguKyGbSBz4pBG/+zZY2Lnre3/z/z3d9RiVL6DVKvPw==',
  ],
  [
    'pol',
    'Polish',
    'pl',
    'sha512-e9naSi/5kIXIMsymriFMUXJ2XWxRY/09qU9pkmEN28nAeMyF70EYkn4G3iHoB2oF/HNhZpy8lCIe1/I2L/BqKA==',
  ],
  [
    'por',
    'Portuguese',
    'pt',
    'sha512-sQ7GqYUgKaMmV0vNujYoXLlXUp2e5RGGkJxQ3L59kUOaupIugLJeb1dqhrfgyb71XQw7ltdSuXdQIoaoS/rpsQ==',
  ],
  [
    'ron',
    'Romanian',
    'ro',
    'sha512-UdjCzTs3prY8J5CrCV3tPteGx8aE3TNMypYCtAy5vv4Yc4NlwYQaoDHY87Mo8ORcbAFec6ipRjN63usyuQIH6g==',
  ],
  [
    'slk',
    'Slovak',
    'sk',
    'sha512-F6iaXlIUkqW+FRV6O/HUOPw5jMAs/Z73zq4XqgHls+6V/f6E/8QgzRu9dn+hlEm4VuxNdiL0qSuJLtqQVBkGzA==',
  ],
  [
    'slv',
    'Slovenian',
    'sl',
    'sha512-g/luF3uJ8RbSiJTJDkKMCSUDvsDMXXd1MPLx4bC28wTVXN2pQqA9TI+Xajas1mytrDZ5J2ceCt5ihMFP7RStIA==',
  ],
  [
    'spa',
    'Spanish',
    'es',
    'sha512-9Ln+QKq/TNu4Hy4aOp5b4nXo9U0C6IqJMzNDpAJZe/fNtz6jXG9G/hQgR/Irxj+RGf0M7Xy1MNx1yl4wQUIfeg==',
  ],
  [
    'swe',
    'Swedish',
    'sv',
    'sha512-9BRWhTs8THTaBtFNvaTSZbL8gb14CH86TsdNjpDVBgm4kOS5RW8V6xfM91SEho4rlxyzAJPA909GRD1xsJbyJg==',
  ],
  [
    'tur',
    'Turkish',
    'tr',
    'sha512-510AUJda8BsgrTchfIIH1uV1wfYp28+PLy74sxSQiHM0sLv9kjbNyooxUCo/R4TOjLQY0fXQ2QWwozWlSlXrkw==',
  ],
  [
    'ukr',
    'Ukrainian',
    'uk',
    'sha512-W/i5g9xbyBHJxklEb0mU2iLENBzU9CgXk1LVg82aQ95IaRwNFjY1z5y0vMcydEHQLx/TeawGrHiqlWoyXWCDzA==',
  ],
  [
    'vie',
    'Vietnamese',
    'vi',
    'sha512-hFxBtxSiCw6+64uxf0psrlLvcYA5kQimYhTSx1RwjbD5jSxe1bWg3EmipAozkzELQIFAMkJC5vu+ONGRem7YLA==',
  ],
];

/** Languages of the recogniser of on-screen text. */
export const text: readonly Entry[] = languages.map(([model, title, short, sha512]) => ({
  name: 'text',
  model,
  kind: 'tesseract',
  title,
  languages: [short],
  licence: 'Apache-2.0',
  terms: 'https://github.com/tesseract-ocr/tessdata_best/blob/main/LICENSE',
  downloads: [
    {
      from: { name: `@tesseract.js-data/${model}`, version: '1.0.0', integrity: `${sha512}` },
      // German is 8.4 MB, with several kinds of data; one is kept.
      bytes: 9 * MB,
      approximate: true,
      archive: 'tar.gz',
      keep: [`4.0.0_best_int/${model}.traineddata.gz`],
    },
  ],
  disk: 2 * MB,
  memory: 100 * MB,
  speed: 'medium',
  quality: 'printed text with the letters of the language, which the English data does not know',
  packages: [],
}));
