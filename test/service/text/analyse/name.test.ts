import { describe, expect, it } from 'vitest';
import { nameLanguage } from '../../../../src/service/text/analyse/index.ts';

describe('the language of some texts', () => {
  it.each([
    ['en', 'She closed the window because the rain had started.'],
    ['en', 'NEXT TRAIN DEPARTS FROM PLATFORM NINE'],
    ['de', 'Können Sie mir bitte sagen, wo der Bahnhof ist?'],
    ['de', 'Heute geschlossen wegen Umbau'],
    ['fr', 'Elle a fermé la fenêtre parce qu’il pleuvait.'],
    ['es', 'Cerró la ventana porque había empezado a llover.'],
    ['it', 'Ha chiuso la finestra perché pioveva.'],
    ['pt', 'Ela fechou a janela porque começou a chover.'],
    ['nl', 'Ze deed het raam dicht omdat het begon te regenen.'],
    ['sv', 'Hon stängde fönstret eftersom det började regna.'],
    ['cs', 'Zavřela okno, protože začalo pršet.'],
    ['tr', 'Yağmur başladığı için pencereyi kapattı.'],
    ['ru', 'Она закрыла окно, потому что начался дождь, и все пошли домой.'],
    ['uk', 'Вона зачинила вікно, бо почався дощ.'],
    ['el', 'Έκλεισε το παράθυρο.'],
    ['ja', '雨が降り始めたので、彼女は窓を閉めた。'],
    ['zh', '因为下雨了，她关上了窗户。'],
    ['ko', '비가 와서 창문을 닫았다.'],
    // Short Danish is nearly Norwegian.
    ['und', 'Båden sejler hver morgen klokken syv.'],
    ['und', 'OK.'],
    ['und', 'na na na na na, la la la la'],
    ['und', 'Hanna Virtanen, Pedro Almeida, Yusuf Demir'],
    ['und', 'info@kestrel.example www.kestrel.example'],
    ['und', '12:45 3:2 2026'],
  ])('is %s: %s', async (language, text) => {
    expect(await nameLanguage([text])).toBe(language);
  });

  it('is that of most of them', async () => {
    const german = ['Wir fangen gleich an.', 'Bitte setzen Sie sich.', 'Haben Sie noch eine Frage?'];
    expect(await nameLanguage([...german, 'Yes, I do.'])).toBe('de');
    expect(await nameLanguage([])).toBe('und');
  });
});
