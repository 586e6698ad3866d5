# A template of a Homebrew formula. Replace VERSION, ARCHIVE_URL and SHA256: those of the archive that `npm pack` makes.
class Vau < Formula
  desc "Terminal for video and audio understanding"
  homepage "HOMEPAGE"
  url "ARCHIVE_URL"
  version "VERSION"
  sha256 "SHA256"
  license "Apache-2.0"

  depends_on "ffmpeg"
  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    bash_completion.install "completions/vau.bash" => "vau"
    zsh_completion.install "completions/_vau"
    fish_completion.install "completions/vau.fish"
    man1.install Dir["man/*.1"]
    man7.install Dir["man/*.7"]
  end

  service do
    run [opt_bin/"vau", "serve"]
    keep_alive true
    log_path var/"log/vau.log"
    error_log_path var/"log/vau.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/vau --version")
  end
end
