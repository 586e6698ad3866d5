import { describe, expect, it } from 'vitest';
import {
  analyse,
  cut,
  fold,
  recogniseLanguages,
  stemOf,
  termsOf,
  written,
} from '../../../../src/service/text/analyse/index.ts';

const folded = (word: string) => fold(written(word));

describe('folding', () => {
  it.each([
    ['Straße', 'strasse'],
    ['CAFÉ', 'cafe'],
    ['Ångström', 'angstrom'],
    ['cœur', 'coeur'],
    ['İstanbul', 'istanbul'],
    ['ışık', 'isik'],
    ['Łódź', 'lodz'],
    ['ёлка', 'елка'],
    ['йод', 'йод'],
    ['їжак', 'їжак'],
    ['Ὀδυσσεύς', 'οδυσσευσ'],
    ['مَدرَسة', 'مدرسه'],
    ['المكتبـــة', 'المكتبه'],
    ['أسعار', 'اسعار'],
    ['बर्फ़', 'बर्फ'],
    ['हँसी', 'हंसी'],
    ['किताब', 'किताब'],
    ['ｻｯｶｰ', 'さっか'],
    ['コンピューター', 'こんぴゅーた'],
    ['２０２６', '2026'],
    ['٢٠٢٦', '2026'],
    ['२०२६', '2026'],
    ['co\u00adoperate', 'cooperate'],
    ['ﷺ', 'صلياللهعليهوسلم'],
  ])('of %s is %s', (word, form) => {
    expect(folded(word)).toBe(form);
  });
});

describe('cutting', () => {
  it.each([
    ["don't l'homme İstanbul'da x86_64 3.14", 'don t l homme İstanbul da x86 64 3 14'],
    ['2026年AIモデル', '2026 年 AI モデル'],
    ['预算会议，星期三', '预算 会议 星期三'],
    ['کتاب\u200cها', 'کتاب\u200cها'],
    ['  --  ', ''],
  ])('of %j', (text, words) => {
    const cuts = cut(text).flatMap((run) => run.words ?? [run]);
    expect(cuts.map((one) => one.text).join(' ')).toBe(words);
    for (const { from, to, text: word } of cuts) expect(text.slice(from, to)).toBe(word);
  });

  it('cuts Latin text alike whatever else is in it', () => {
    const text = "Crème brûlée ×2 2÷ naïve Straße ½ ª co\u00adop x86_64 e-mail café's";
    const words = (whole: string) => cut(whole).map((one) => one.text);
    expect(words(text)).toEqual(words(`${text} …Ω`).slice(0, -1));
  });

  it('says where words of half width stand', () => {
    const [run] = cut('ﾃﾞｰﾀ');
    expect(run?.words).toEqual([{ text: 'データ', from: 0, to: 4 }]);
  });
});

describe('terms', () => {
  const terms = (text: string, language: string) =>
    analyse(text, language).words.map((word) => termsOf(word).join(' '));

  it('are the stem in its language, the form, and the word itself where it is not its form', () => {
    expect(terms('Häuser boats', 'de')).toEqual([':de.haus hauser =häuser', ':de.boat boats']);
    expect(terms('boats', 'en')).toEqual([':en.boat boats']);
  });

  it('take a word in another script as that script’s own', () => {
    expect(terms('Новости Zoom', 'ru')).toEqual([':ru.новост новости', ':en.zoom zoom']);
  });

  it('are pairs where words are not set apart, with their places', () => {
    expect(analyse('预算会', 'zh').pairs).toEqual([
      { term: '~预算', from: 0, to: 2 },
      { term: '~算会', from: 1, to: 3 },
      { term: '~会', from: 2, to: 3 },
    ]);
    expect(analyse('boats', 'en').pairs).toEqual([]);
  });
});

describe('stems', () => {
  it.each([
    ['de', 'Häuser Hauses Haus'],
    ['de', 'Ärztin Aerztin'],
    ['fr', 'chevaux cheval'],
    ['es', 'canciones canción'],
    ['ru', 'книга книги книгу книгами'],
    ['ar', 'والكتاب بالكتاب الكتاب كتاب'],
    ['hi', 'किताबें किताबों किताब'],
    ['tr', 'evler evlerimizden ev'],
    ['tr', 'kitabı kitaplar kitap'],
    ['tr', 'toplantısı toplantılar toplantı'],
    ['ko', '학교에서 학교는 학교'],
    ['en', 'ferries ferry'],
  ])('of %s: %s', (language, words) => {
    expect(new Set(words.split(' ').map((word) => stemOf(written(word), language))).size).toBe(1);
  });
});

describe('languages', () => {
  it('are told by script, by what the film speaks, and by a line that is clearly another', async () => {
    const lines = [
      'Die Sitzung beginnt am Mittwoch um neun Uhr.',
      'Das Fenster bleibt heute geschlossen.',
      'Budget 2026',
      'Harbour',
      'Hans Müller',
      'The ferry to the island leaves the harbour every morning at seven.',
      '予算会議は水曜日です',
      '予算',
      'Заседание начнётся завтра',
      '3.14',
    ];
    expect(await recogniseLanguages(lines)).toEqual([
      'de',
      'de',
      'de',
      'de',
      'de',
      'en',
      'ja',
      'ja',
      'ru',
      'de',
    ]);
  });

  it('take Latin letters that say nothing as English, and characters alone as Chinese', async () => {
    expect(await recogniseLanguages(['Hello', 'gate'])).toEqual(['en', 'en']);
    expect(await recogniseLanguages(['预算'])).toEqual(['zh']);
    expect(await recogniseLanguages([])).toEqual([]);
  });
});
